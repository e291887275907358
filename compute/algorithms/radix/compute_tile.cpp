#include "compute/algorithms/radix/compute_tile.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compute/algorithms/arrays/compute_run.h"
#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/radix/compute_radix.h"
#include "compute/gpu/compute_program.h"

namespace texelsort::algorithms {
namespace {

class TileProgram : public gpu::ComputeProgram<TileProgram> {
 public:
  using ComputeProgram::ComputeProgram;
  TileProgram& arrays(const PingPongBuffers& arrays) { return bind(arrays.bindings()); }
  TileProgram& n(std::uint64_t keys) { return set("n", keys); }
  TileProgram& digits(std::uint64_t number) { return set("digit_number", number); }
};

class ComputeTileRun final : public ComputeRun {
 public:
  ComputeTileRun(gpu::Device& device, const std::shared_ptr<const Problem>& problem, const ComputeTilePlan& plan)
      : ComputeRun(device, problem), plan_(plan), sort_(device, "radix/tile_sort.comp", plan.defines(problem->order)) {
    if (plan.n > 1) add_pass(pass());
    rewind();
  }

 private:
  Pass pass() {
    Pass pass;
    pass.header = [] { return PassHeader{0, 0, "all digits", "one tile"}; };
    pass.execute = [this] {
      sort_.n(n()).digits(plan_.digits()).arrays(arrays()).dispatch(1, plan_.rounds());
      swap();
    };
    pass.cost = [this] {
      const std::uint64_t element = data::key_bytes(plan_.type) + data::payload_bytes(plan_.payload);
      return Counters{
          .dispatches = 1, .invocations = plan_.workgroup, .elements_read = plan_.n, .bytes = 2 * plan_.n * element};
    };
    pass.claim = sorted_claim;
    return pass;
  }

  ComputeTilePlan plan_;
  TileProgram sort_;
};

}  // namespace

ComputeTilePlan::ComputeTilePlan(const ProblemForm& form, const ComputeTileSettings& settings)
    : DigitPlan{form.n, form.type, form.payload, settings.digit},
      subgroups(settings.ranking == GroupRanking::subgroups),
      workgroup(settings.workgroup) {
  column_keys = settings.tile;
  columns = 1;
}

/// Returns the words of the shared array `pool` in shaders/radix/. Ranking uses these words first, and the whole tile
/// reuses them.
std::uint64_t ComputeTilePlan::pool_words() const {
  return std::max(matching_words(workgroup, digit_bits, subgroups), stage_words(type, payload, column_keys));
}

std::uint64_t ComputeTilePlan::shared_bytes() const {
  const std::uint64_t starts = (std::uint64_t{1} << digit_bits) + 1;
  return sizeof(std::uint32_t) * (pool_words() + starts + scan_words(workgroup, subgroups));
}

std::uint64_t ComputeTilePlan::rounds() const {
  const std::uint64_t table = std::uint64_t{1} << digit_bits;
  // An invocation has these loop iterations per digit: at most 12 loops over its keys, one ballot per bit and key, 12
  // loops over digit values, and the scan.
  return digits() * ((12 + digit_bits) * items() + 12 * table + 12) + 4 * items();
}

gpu::Defines ComputeTilePlan::defines(data::Order order) const {
  gpu::Defines defines = key_defines(type, order, payload);
  defines["WORKGROUP"] = std::to_string(workgroup);
  defines["DIGITS"] = std::to_string(1u << digit_bits);
  defines["DIGIT_BITS"] = std::to_string(digit_bits);
  defines["ITEMS"] = std::to_string(items());
  defines["STAGE"] = std::to_string(column_keys);
  defines["POOL"] = std::to_string(pool_words());
  if (subgroups) defines["SUBGROUPS"] = "1";
  return defines;
}

std::optional<std::string> ComputeTilePlan::refusal(const gpu::DeviceInfo& device) const {
  if (n > column_keys)
    return fmt::format("n = {} exceeds the limit of {} keys, which is the tile of the workgroup: choose a smaller n", n,
                       column_keys);
  if (auto reason = workgroup_refusal(device, workgroup)) return reason;
  const DigitTile tile{digit_bits, column_keys, workgroup, subgroups};
  if (auto reason = tile.refusal(device, shared_bytes())) return reason;
  return loop_refusal(device, tile.text(), rounds(), "smaller tiles");
}

std::unique_ptr<Run> make_compute_tile_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                           const ComputeTilePlan& plan) {
  return std::make_unique<ComputeTileRun>(device, std::move(problem), plan);
}

const SettingsTable<ComputeTileSettings>& compute_tile_settings() {
  using S = ComputeTileSettings;
  static const SettingsTable<S> tile({
      field(&S::digit, "digit", "bits", IntegerRange{1, most_cooperative_bits}, std::nullopt,
            "Bits per digit. The last digit may be narrower. Default: 8."),
      group_ranking_field<S>(),
      field(&S::tile, "tile", "keys", PowersOfTwo{1, 16'384}, std::nullopt,
            "Capacity of the tile in keys. Each invocation holds tile / workgroup of them. Default: the smallest that "
            "holds the array."),
      field(&S::workgroup, "workgroup", "invocations", PowersOfTwo{1, 1024}, std::nullopt,
            "Invocations of the only workgroup."),
  });
  return tile;
}

namespace {

/// Returns default settings for one workgroup, tuned with u32 keys on an H200. For 512 to 2,048 keys, 256 invocations
/// need 8.4 to 12.1 us, 0.86 to 0.96 of the time of 512 invocations. For 4,096 and 8,192 keys, 512 invocations are
/// fastest (16.5 and 23.8 us). Digits of 4 bits need 1.3 times as long as digits of 8 bits.
ComputeTileSettings tuned_tile(const gpu::DeviceInfo& device, const ProblemForm& form,
                               const Given<ComputeTileSettings>& given) {
  using S = ComputeTileSettings;
  constexpr std::uint64_t most_tile = 16'384;
  S settings;
  const std::uint64_t room = std::bit_ceil(std::clamp<std::uint64_t>(form.n, 32, most_tile));
  settings.ranking =
      given.value(&S::ranking).value_or(device.subgroup_lanes == 32 ? GroupRanking::subgroups : GroupRanking::matching);
  const bool many = settings.ranking == GroupRanking::subgroups && room > 2048;
  settings.workgroup =
      static_cast<std::uint32_t>(std::min({room, std::uint64_t{many ? 512u : 256u},
                                           std::uint64_t{std::bit_floor(std::max(device.max_workgroup_size, 1u))}}));
  if (const auto tile = given.value(&S::tile)) {
    settings.workgroup = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(settings.workgroup, (*tile - 1) / most_radix_items + 1, *tile));
  }
  if (const auto workgroup = given.value(&S::workgroup)) settings.workgroup = *workgroup;
  settings.tile = std::max<std::uint64_t>(room, settings.workgroup);
  if (settings.workgroup < 32) settings.ranking = GroupRanking::matching;
  while (settings.digit > 1 && ComputeTilePlan(form, settings).shared_bytes() > device.max_shared_bytes) {
    --settings.digit;
  }
  return settings;
}

/// Radix sort that sorts all keys by one workgroup.
class ComputeTile final : public AlgorithmWith<ComputeTileSettings> {
 public:
  ComputeTile()
      : AlgorithmWith({.id = "radix/tile@compute",
                       .title = "Radix sort of one tile, compute shaders",
                       .family = "radix",
                       .backend = Backend::compute,
                       .summary = "One workgroup sorts all keys in one dispatch, by the least significant digit first. "
                                  "In each pass the keys move to their places in shared memory and back into "
                                  "registers. Shared memory limits the number of keys. Memory: two arrays.",
                       .citation = {"N. Satish, M. Harris, M. Garland",
                                    "Designing Efficient Sorting Algorithms for Manycore GPUs",
                                    "23rd IEEE International Symposium on Parallel and Distributed Processing (IPDPS)",
                                    2009, "section IV, the sort of a tile"},
                       .stable = true,
                       .max_n = 16'384},
                      compute_tile_settings()) {}
  Availability availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions&) const override {
    return compute_availability(device);
  }

 protected:
  ComputeTileSettings tuned(const gpu::DeviceInfo* device, const ProblemForm& form,
                            const Given<ComputeTileSettings>& given) const override {
    return device == nullptr ? ComputeTileSettings{} : tuned_tile(*device, form, given);
  }
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const ComputeTileSettings& settings) const override {
    return ComputeTilePlan(form, settings).refusal(*device);
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const ComputeTileSettings& settings) const override {
    const ComputeTilePlan plan(problem->form(), settings);
    return make_compute_tile_run(*device, std::move(problem), plan);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_compute_tile() {
  return std::make_unique<ComputeTile>();
}

}  // namespace texelsort::algorithms
