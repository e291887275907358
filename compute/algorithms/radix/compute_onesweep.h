#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/cuda/array_memory.h"
#include "compute/algorithms/radix/compute_tile.h"
#include "compute/algorithms/radix/schedule.h"
#include "compute/algorithms/radix/settings.h"
#include "compute/gpu/shader_library.h"

namespace texelsort::algorithms {

/// Settings of Onesweep and of the sort by prefixes, by shaders.
struct ComputeOnesweepSettings {
  using Ranking = GroupRanking;

  std::uint32_t digit = 8;  ///< width of a digit in bits
  Ranking ranking = Ranking::matching;
  std::uint64_t tile = 4096;      ///< number of keys per tile
  std::uint32_t workgroup = 256;  ///< number of invocations per workgroup
  /// Maximum number of times that a waiting workgroup reads a tile's status. After that, the workgroup counts the tile
  /// itself.
  std::uint32_t look_back_reads = 4096;
  /// Maximum number of keys that a workgroup sorts after a pass by the prefix. 0 if there is no prefix, as in Onesweep.
  std::uint64_t block = 0;
  ArrayMemory memory = ArrayMemory::opengl;
  bool operator==(const ComputeOnesweepSettings&) const = default;
};

const SettingsTable<ComputeOnesweepSettings>& compute_onesweep_settings();
const SettingsTable<ComputeOnesweepSettings>& compute_prefix_settings();

/// Returns default settings of Onesweep for a device.
ComputeOnesweepSettings tuned_compute_onesweep(const gpu::DeviceInfo& device, const ProblemForm& form,
                                               const Given<ComputeOnesweepSettings>& given);

/// Returns the fields of the settings table that Onesweep and the sort by prefixes share.
std::vector<Field<ComputeOnesweepSettings>> compute_sweep_fields(std::optional<std::uint32_t> paper_digit);

/// Division of the array into tiles for Onesweep or the sort by prefixes, and the resources that the shaders need. Each
/// column of the table of counts is a tile.
struct ComputeOnesweepPlan : DigitPlan {
  ComputeOnesweepPlan(const ProblemForm& form, const ComputeOnesweepSettings& settings);

  bool subgroups = false;       ///< true if subgroups rank their keys without workgroup barriers
  std::uint32_t workgroup = 1;  ///< number of invocations per workgroup
  ArrayMemory memory = ArrayMemory::opengl;
  /// Maximum number of times that a waiting workgroup reads a tile's status. After that, the workgroup counts the tile
  /// itself.
  std::uint32_t look_back_reads = 0;
  /// Plan of the workgroups that sort the keys with the same prefix; null for a sort by all digits
  std::optional<ComputeTilePlan> blocks;

  std::uint64_t items() const { return column_keys / workgroup; }  ///< returns the number of keys per invocation
  /// Return the number of workgroups that count the digits of all keys, and the number of invocations in each of them.
  std::uint64_t counting_workgroups() const;
  std::uint32_t counting_invocations() const;
  /// Returns the number of passes that move keys between tiles: one per digit, and one by the prefix.
  std::uint64_t sweeps() const { return digits() + (blocks ? 1 : 0); }
  /// Return the size in words of the table by which tiles communicate. status_words() covers one pass, with one status
  /// word per digit value and tile. sweep_words() covers all passes, with one additional ticket per pass.
  std::uint64_t status_words() const { return table_elements(); }
  std::uint64_t sweep_words() const { return sweeps() * (status_words() + 1); }
  std::uint64_t sweep_bytes() const { return sizeof(std::uint32_t) * sweep_words(); }
  /// Returns the bytes of the counts of all digits, and of the choice that follows them; see radix/scan_bins.comp.
  std::uint64_t bin_bytes() const { return sizeof(std::uint32_t) * (bins() + (blocks ? choice_words : 0)); }

  /// Returns the bytes of shared memory of the pass that moves keys. Other passes need fewer bytes.
  std::uint64_t shared_bytes() const;
  /// Return the maximum number of loop iterations of one invocation that counts keys, moves keys or scans
  /// counts.
  std::uint64_t counting_rounds() const, moving_rounds() const, scanning_rounds() const;
  gpu::Defines defines(data::Order order) const, counting_defines(data::Order order) const;
  /// Return the defines of the two last passes of a sort by prefixes.
  gpu::Defines prefix_defines(data::Order order) const, block_defines(data::Order order) const;

  std::optional<std::string> refusal(const gpu::DeviceInfo& device) const;

  /// Number of words that radix/scan_bins.comp stores behind the counts: a digit, and whether it is the prefix.
  static constexpr std::uint64_t choice_words = 2;

 private:
  std::optional<std::string> prefix_refusal(const gpu::DeviceInfo& device) const;
  std::uint64_t ranking_words() const;
  std::uint64_t staged() const;
  std::uint64_t pool_words() const;
};

/// Base class of Onesweep and of the sort by prefixes, by shaders.
class ComputeSweep : public AlgorithmWith<ComputeOnesweepSettings> {
 public:
  using AlgorithmWith::AlgorithmWith;
  Availability availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions&) const final;

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const ComputeOnesweepSettings& settings) const final;
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const ComputeOnesweepSettings& settings) const final;
};

/// Creates a run that executes the plan by shaders.
std::unique_ptr<Run> make_compute_sweep_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                            const ComputeOnesweepPlan& plan);

}  // namespace texelsort::algorithms
