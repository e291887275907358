#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/cuda/array_memory.h"
#include "compute/algorithms/radix/schedule.h"
#include "compute/algorithms/radix/settings.h"
#include "compute/gpu/shader_library.h"

namespace texelsort::algorithms {

struct ComputeOnesweepSettings {
  using Ranking = GroupRanking;

  std::uint32_t digit = 8;  ///< width of a digit in bits
  Ranking ranking = Ranking::matching;
  std::uint64_t tile = 4096;      ///< number of keys per tile
  std::uint32_t workgroup = 256;  ///< number of invocations per workgroup
  /// Maximum number of times that a waiting workgroup reads a tile's status. After that, the workgroup counts the tile
  /// itself.
  std::uint32_t look_back_reads = 4096;
  ArrayMemory memory = ArrayMemory::opengl;
  bool operator==(const ComputeOnesweepSettings&) const = default;
};

const SettingsTable<ComputeOnesweepSettings>& compute_onesweep_settings();

/// Division of the array into tiles for Onesweep by shaders, and the resources that the shaders need. Each column of
/// the table of counts is a tile.
struct ComputeOnesweepPlan : DigitPlan {
  ComputeOnesweepPlan(const ProblemForm& form, const ComputeOnesweepSettings& settings);

  bool subgroups = false;       ///< true if subgroups rank their keys without workgroup barriers
  std::uint32_t workgroup = 1;  ///< number of invocations per workgroup
  ArrayMemory memory = ArrayMemory::opengl;
  /// Maximum number of times that a waiting workgroup reads a tile's status. After that, the workgroup counts the tile
  /// itself.
  std::uint32_t look_back_reads = 0;

  std::uint64_t items() const { return column_keys / workgroup; }  ///< returns the number of keys per invocation
  /// Return the number of workgroups that count the digits of all keys, and the number of invocations in each of them.
  std::uint64_t counting_workgroups() const;
  std::uint32_t counting_invocations() const;
  /// Return the size in words of the table by which tiles communicate. status_words() covers one digit, with one status
  /// word per digit value and tile. sweep_words() covers all digits, with one additional ticket per digit.
  std::uint64_t status_words() const { return table_elements(); }
  std::uint64_t sweep_words() const { return digits() * (status_words() + 1); }
  std::uint64_t sweep_bytes() const { return sizeof(std::uint32_t) * sweep_words(); }
  std::uint64_t bin_bytes() const { return sizeof(std::uint32_t) * bins(); }

  /// Returns the bytes of shared memory of the pass that moves keys. Other passes need fewer bytes.
  std::uint64_t shared_bytes() const;
  /// Return the maximum number of loop iterations of one invocation that counts or moves keys.
  std::uint64_t counting_rounds() const, moving_rounds() const;
  gpu::Defines defines(data::Order order) const, counting_defines(data::Order order) const;

  std::optional<std::string> refusal(const gpu::DeviceInfo& device) const;

 private:
  std::uint64_t ranking_words() const;
  std::uint64_t staged() const;
  std::uint64_t pool_words() const;
};

/// Creates a run that executes the plan by shaders.
std::unique_ptr<Run> make_compute_onesweep_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                               const ComputeOnesweepPlan& plan);

}  // namespace texelsort::algorithms
