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

  std::uint32_t digit = 8;  ///< width in bits
  Ranking ranking = Ranking::matching;
  std::uint64_t tile = 4096;             ///< keys per tile
  std::uint32_t workgroup = 256;         ///< invocations per workgroup
  std::uint32_t look_back_reads = 4096;  ///< limit of reads of an uncounted tile
  ArrayMemory memory = ArrayMemory::opengl;
  bool operator==(const ComputeOnesweepSettings&) const = default;
};

const SettingsTable<ComputeOnesweepSettings>& compute_onesweep_settings();

/// The division of an array for Onesweep by shaders, and the needs of its shaders. Columns are tiles.
struct ComputeOnesweepPlan : DigitPlan {
  ComputeOnesweepPlan(const ProblemForm& form, const ComputeOnesweepSettings& settings);

  bool subgroups = false;       ///< whether subgroups rank their keys without barriers of the workgroup
  std::uint32_t workgroup = 1;  ///< invocations per workgroup
  ArrayMemory memory = ArrayMemory::opengl;
  std::uint32_t look_back_reads =
      0;  ///< reads of a tile that has not counted its digits, before the waiting workgroup counts them

  std::uint64_t items() const { return column_keys / workgroup; }  ///< keys per invocation
  /// Workgroups that count the digits of all keys, and invocations of each.
  std::uint64_t counting_workgroups() const;
  std::uint32_t counting_invocations() const;
  /// Words of the table for communication between tiles: per digit, one word for each pair of digit value and tile,
  /// then a ticket.
  std::uint64_t status_words() const { return table_elements(); }
  std::uint64_t sweep_words() const { return digits() * (status_words() + 1); }
  std::uint64_t sweep_bytes() const { return sizeof(std::uint32_t) * sweep_words(); }
  std::uint64_t bin_bytes() const { return sizeof(std::uint32_t) * bins(); }

  /// Returns the shared memory of the moving pass, which needs the most.
  std::uint64_t shared_bytes() const;
  /// Return the maximum number of loop iterations of one invocation.
  std::uint64_t counting_rounds() const, moving_rounds() const;
  gpu::Defines defines(data::Order order) const, counting_defines(data::Order order) const;

  std::optional<std::string> refusal(const gpu::DeviceInfo& device) const;

 private:
  std::uint64_t ranking_words() const;
  std::uint64_t staged() const;
  std::uint64_t pool_words() const;
};

/// Creates a run by the shaders of a plan.
std::unique_ptr<Run> make_compute_onesweep_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                               const ComputeOnesweepPlan& plan);

}  // namespace texelsort::algorithms
