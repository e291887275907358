#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/radix/schedule.h"
#include "compute/algorithms/radix/settings.h"
#include "compute/gpu/shader_library.h"

namespace texelsort::algorithms {

/// Maximum number of keys per invocation. An invocation keeps its keys in registers, and the compiler unrolls the loops
/// over them.
inline constexpr std::uint64_t most_radix_items = 64;

/// A tile of keys that one workgroup sorts by one digit.
struct DigitTile {
  std::uint32_t digit_bits = 1;
  std::uint64_t keys = 1;
  std::uint32_t workgroup = 1;  ///< number of invocations per workgroup
  bool subgroups = false;       ///< true if subgroups rank the keys

  std::string text() const;
  /// Returns why the device's workgroups cannot sort the tile with `shared_bytes` bytes of shared memory. Returns null
  /// if they can.
  std::optional<std::string> refusal(const gpu::DeviceInfo& device, std::uint64_t shared_bytes) const;
};

/// Returns the words of shared memory that radix/rank_matching.glsl or radix/rank_subgroups.glsl needs.
std::uint64_t matching_words(std::uint32_t workgroup, std::uint32_t digit_bits, bool subgroups);

/// Returns the words of shared memory that common/workgroup_scan.glsl needs.
std::uint64_t scan_words(std::uint32_t workgroup, bool subgroups);

/// Returns the number of keys of a tile that are in shared memory at a time, while shaders/radix/order.glsl orders the
/// tile. Keys share this memory with ranking, which needs `ranking_words` words. The number is a multiple of a row.
std::uint64_t stage_keys(data::KeyType type, data::PayloadKind payload, std::uint64_t tile, std::uint32_t workgroup,
                         std::uint64_t ranking_words);
/// Returns the words of shared memory that `keys` keys and their payload need.
std::uint64_t stage_words(data::KeyType type, data::PayloadKind payload, std::uint64_t keys);

struct ComputeRadixSettings {
  /// Invocations that process a share of the array: a whole workgroup, or a single invocation.
  enum class Form : std::uint8_t { cooperative, serial };
  /// Method by which the invocations of a workgroup rank the keys of a tile.
  enum class Ranking : std::uint8_t { counters, matching, subgroups };

  std::uint32_t digit = 8;  ///< width of a digit in bits
  Form form = Form::cooperative;
  Ranking ranking = Ranking::matching;
  std::uint64_t tile = 4096;        ///< number of keys per tile
  std::uint32_t workgroup = 256;    ///< number of invocations per workgroup
  std::uint64_t workgroups = 2048;  ///< number of workgroups, which share the array evenly; only SRTS uses this setting

  bool serial() const { return form == Form::serial; }
  bool operator==(const ComputeRadixSettings&) const = default;
};

/// Division of the array into columns for a radix sort by shaders, and the resources that the shaders need.
struct ComputeRadixPlan : DigitPlan {
  /// Makes the plan of GRS, which stores a rank per key, if `ranks` is true. Otherwise makes the plan of SRTS.
  ComputeRadixPlan(const ProblemForm& form, const ComputeRadixSettings& settings, bool ranks);

  bool serial = false;  ///< true if one invocation instead of one workgroup processes each column
  /// True if groups of 32 invocations rank the keys of a tile. Otherwise each invocation has its own counters.
  bool matching = false;
  bool subgroups = false;       ///< true if the groups that rank the keys are subgroups
  std::uint32_t workgroup = 1;  ///< number of invocations per workgroup
  std::uint64_t tile = 1;       ///< number of keys per tile

  std::uint64_t items() const { return tile / workgroup; }  ///< returns the number of keys per invocation
  /// Returns the bytes of the ranks of all keys, padded to whole groups of four ranks; see shaders/radix/serial.glsl.
  std::uint64_t rank_bytes() const { return ranks ? (n + 3) / 4 * 4 * rank_size : 0; }

  // Names of the shaders in shaders/radix/ that count the digits of each column, and that move the keys. GRS ranks the
  // keys while it counts them, and moves them by these ranks. SRTS ranks the keys of each tile when it moves them.
  std::string_view counting() const { return ranks ? "rank" : "count"; }
  std::string_view moving() const { return ranks ? "move" : "scatter"; }
  std::uint32_t workgroups() const;  ///< returns the number of workgroups per dispatch
  std::uint64_t shared_bytes(std::string_view kernel) const;
  /// Returns the number of texels that a texel buffer needs for the largest array that serial invocations read. Devices
  /// limit this number.
  std::uint64_t sampled_texels() const;
  /// Returns the maximum number of loop iterations of one invocation.
  std::uint64_t rounds() const;
  std::string shader(std::string_view kernel) const;
  gpu::Defines defines(std::string_view kernel, data::Order order) const;

  /// Returns the bytes of device memory for the table of counts, the ranks, the sums of the scan, and the guards. The
  /// run needs them in addition to two arrays of keys and payload.
  std::uint64_t table_bytes() const;

  std::optional<std::string> refusal(const gpu::DeviceInfo& device) const;

 private:
  std::uint64_t ranking_words(std::string_view kernel) const;
  std::uint64_t staged(std::string_view kernel) const;
  std::uint64_t pool_words(std::string_view kernel) const;
};

/// Creates a run that executes the plan of SRTS or GRS by shaders.
std::unique_ptr<Run> make_compute_radix_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                            const ComputeRadixPlan& plan);

/// Base class of SRTS and GRS by compute shaders.
class ComputeRadix : public AlgorithmWith<ComputeRadixSettings, ComputeRadixPlan> {
 public:
  Availability availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions&) const final {
    return compute_availability(device);
  }
  std::vector<TableKind> table_kinds() const final { return digit_tables(); }

 protected:
  ComputeRadix(AlgorithmInfo info, const SettingsTable<ComputeRadixSettings>& table, bool ranks)
      : AlgorithmWith(std::move(info), table), ranks_(ranks) {}

  /// Changes the default settings for workgroups that each process a share of the array.
  virtual void tune_cooperative(ComputeRadixSettings&, const gpu::DeviceInfo&, const ProblemForm&,
                                const Given<ComputeRadixSettings>&) const {}
  /// Changes the default settings for software rendering.
  virtual void tune_software(ComputeRadixSettings& settings, const ProblemForm& form) const = 0;

 private:
  ComputeRadixPlan settle(const ProblemForm& form, const ComputeRadixSettings& settings) const final {
    return {form, settings, ranks_};
  }
  ComputeRadixSettings tuned(const gpu::DeviceInfo* device, const ProblemForm& form,
                             const Given<ComputeRadixSettings>& given) const final;
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm&,
                                     const ComputeRadixPlan& plan) const final {
    return plan.refusal(*device);
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const ComputeRadixPlan& plan) const final {
    return make_compute_radix_run(*device, std::move(problem), plan);
  }

  bool ranks_;
};

/// Returns the settings table of SRTS or GRS: the common settings, the setting `tile`, and the settings `more`.
SettingsTable<ComputeRadixSettings> compute_table(Field<ComputeRadixSettings> tile,
                                                  std::optional<std::uint32_t> paper_workgroup,
                                                  std::vector<Field<ComputeRadixSettings>> more);
const SettingsTable<ComputeRadixSettings>& compute_srts_settings();
const SettingsTable<ComputeRadixSettings>& compute_grs_settings();

/// Number of keys for checks that exceeds small inputs and suffices for wide digits in serial invocations.
inline constexpr std::uint64_t beyond_small_inputs = 300'001;

}  // namespace texelsort::algorithms
