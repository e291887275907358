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

/// An invocation's keys stand in registers, and the compiler writes their loops out.
inline constexpr std::uint64_t most_radix_items = 64;

/// A tile that a workgroup puts in order by one digit of its keys.
struct DigitTile {
  std::uint32_t digit_bits = 1;
  std::uint64_t keys = 1;
  std::uint32_t workgroup = 1;  ///< invocations
  bool subgroups = false;       ///< rank them

  std::string text() const;
  /// Why a device's workgroups cannot, with `shared_bytes` of shared memory.
  std::optional<std::string> refusal(const gpu::DeviceInfo& device, std::uint64_t shared_bytes) const;
};

/// Words of shared memory that radix/rank_matching.glsl, or radix/rank_subgroups.glsl, takes.
std::uint64_t matching_words(std::uint32_t workgroup, std::uint32_t digit_bits, bool subgroups);

/// Words of shared memory that common/workgroup_scan.glsl takes.
std::uint64_t scan_words(std::uint32_t workgroup, bool subgroups);

/// Keys of a tile, in whole rows, that shaders/radix/order.glsl has in shared memory at a time, where ranking takes
/// `ranking_words`.
std::uint64_t stage_keys(data::KeyType type, data::PayloadKind payload, std::uint64_t tile, std::uint32_t workgroup,
                         std::uint64_t ranking_words);
/// Words of shared memory that it takes for them.
std::uint64_t stage_words(data::KeyType type, data::PayloadKind payload, std::uint64_t keys);

struct ComputeRadixSettings {
  /// Who goes over a share of the array: a workgroup, or an invocation by itself.
  enum class Form : std::uint8_t { cooperative, serial };
  /// How the invocations of a workgroup rank a tile's keys.
  enum class Ranking : std::uint8_t { counters, matching, subgroups };

  std::uint32_t digit = 8;  ///< bits
  Form form = Form::cooperative;
  Ranking ranking = Ranking::matching;
  std::uint64_t tile = 4096;        ///< keys
  std::uint32_t workgroup = 256;    ///< invocations
  std::uint64_t workgroups = 2048;  ///< share the array; SRTS alone

  bool serial() const { return form == Form::serial; }
  bool operator==(const ComputeRadixSettings&) const = default;
};

/// How a radix sort by shaders cuts an array, and what its shaders need.
struct ComputeRadixPlan : DigitPlan {
  /// `ranks`: GRS, else SRTS.
  ComputeRadixPlan(const ProblemForm& form, const ComputeRadixSettings& settings, bool ranks);

  bool serial = false;          ///< an invocation a column, instead of a workgroup
  bool matching = false;        ///< how a workgroup ranks a tile: by groups, instead of counters of each invocation
  bool subgroups = false;       ///< groups are subgroups
  std::uint32_t workgroup = 1;  ///< invocations
  std::uint64_t tile = 1;       ///< keys

  std::uint64_t items() const { return tile / workgroup; }  ///< keys an invocation
  /// A rank a key, up to whole groups of four, see shaders/radix/serial.glsl.
  std::uint64_t rank_bytes() const { return ranks ? (n + 3) / 4 * 4 * rank_size : 0; }

  // The shaders of shaders/radix/ that work on the array: what counts the digits of each column, and ranks the keys for
  // what moves by those ranks; or what ranks each tile again while it moves it.
  std::string_view counting() const { return ranks ? "rank" : "count"; }
  std::string_view moving() const { return ranks ? "move" : "scatter"; }
  std::uint32_t workgroups() const;  ///< that a dispatch takes
  std::uint64_t shared_bytes(std::string_view kernel) const;
  /// Texels of the largest array that serial invocations read.
  std::uint64_t sampled_texels() const;
  /// The most rounds that all loops of an invocation take together.
  std::uint64_t rounds() const;
  std::string shader(std::string_view kernel) const;
  gpu::Defines defines(std::string_view kernel, data::Order order) const;

  /// Bytes on the device beside twice the keys and the payload: table, ranks, sums of the scan, guards.
  std::uint64_t table_bytes() const;

  std::optional<std::string> refusal(const gpu::DeviceInfo& device) const;

 private:
  std::uint64_t ranking_words(std::string_view kernel) const;
  std::uint64_t staged(std::string_view kernel) const;
  std::uint64_t pool_words(std::string_view kernel) const;
};

/// A run of SRTS or GRS by the shaders of a plan.
std::unique_ptr<Run> make_compute_radix_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                            const ComputeRadixPlan& plan);

/// Base of SRTS and GRS by compute shaders.
class ComputeRadix : public AlgorithmWith<ComputeRadixSettings, ComputeRadixPlan> {
 public:
  Availability availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions&) const final {
    return compute_availability(device);
  }
  std::vector<TableKind> table_kinds() const final { return digit_tables(); }

 protected:
  ComputeRadix(AlgorithmInfo info, const SettingsTable<ComputeRadixSettings>& table, bool ranks)
      : AlgorithmWith(std::move(info), table), ranks_(ranks) {}

  /// Changes the settings that this program chooses for workgroups that go over a share of the array.
  virtual void tune_cooperative(ComputeRadixSettings&, const gpu::DeviceInfo&, const ProblemForm&,
                                const Given<ComputeRadixSettings>&) const {}
  /// Changes those for software rendering.
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

/// Returns the settings of SRTS and GRS, with a tile and more of their own.
SettingsTable<ComputeRadixSettings> compute_table(Field<ComputeRadixSettings> tile,
                                                  std::optional<std::uint32_t> paper_workgroup,
                                                  std::vector<Field<ComputeRadixSettings>> more);
const SettingsTable<ComputeRadixSettings>& compute_srts_settings();
const SettingsTable<ComputeRadixSettings>& compute_grs_settings();

/// A size for checks, beyond small inputs and beyond those for which serial invocations have narrow digits.
inline constexpr std::uint64_t beyond_small_inputs = 300'001;

}  // namespace texelsort::algorithms
