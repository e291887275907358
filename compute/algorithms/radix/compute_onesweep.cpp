#include "compute/algorithms/radix/compute_onesweep.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/radix/compute_radix.h"
#include "compute/algorithms/radix/sources.h"
#include "compute/gpu/forms.h"

namespace texelsort::algorithms {
namespace {

/// Bytes of keys that an invocation of radix/histograms.comp processes per loop iteration.
constexpr std::uint64_t counted_bytes = 64;

/// Maximum number of ranges of the array that a workgroup counts one after another. All ranges of a workgroup share the
/// cost of adding its counters to the table.
constexpr std::uint64_t most_ranges = 64, counting_workgroups_of_gpus = 1024;

/// Maximum number of workgroups that llvmpipe executes concurrently, one per thread (LP_MAX_THREADS of Mesa 22,
/// lp_limits.h). A workgroup that starts later finds the sums of all tiles except the last 32.
constexpr std::uint64_t most_under_way = 32;

}  // namespace

ComputeOnesweepPlan::ComputeOnesweepPlan(const ProblemForm& form, const ComputeOnesweepSettings& settings)
    : DigitPlan{form.n, form.type, form.payload, settings.digit},
      subgroups(settings.ranking == ComputeOnesweepSettings::Ranking::subgroups),
      workgroup(settings.workgroup),
      memory(settings.memory),
      look_back_reads(settings.look_back_reads) {
  column_keys = settings.tile;
  columns = (n + column_keys - 1) / column_keys;
  if (settings.block > 0) {
    blocks.emplace(form, ComputeTileSettings{settings.digit, settings.ranking, settings.block, settings.workgroup});
  }
}

std::uint32_t ComputeOnesweepPlan::counting_invocations() const {
  constexpr std::uint32_t most = 512;
  return subgroups && workgroup >= most / 2 ? most : workgroup;
}

std::uint64_t ComputeOnesweepPlan::counting_workgroups() const {
  const std::uint64_t range = counting_invocations() * counted_bytes / data::key_bytes(type);
  const std::uint64_t ranges = (n + range - 1) / range;
  return std::max(std::min(ranges, counting_workgroups_of_gpus), (ranges - 1) / most_ranges + 1);
}

std::uint64_t ComputeOnesweepPlan::ranking_words() const {
  return matching_words(workgroup, digit_bits, subgroups);
}

std::uint64_t ComputeOnesweepPlan::staged() const {
  return stage_keys(type, payload, column_keys, workgroup, ranking_words());
}

/// Returns the words of the shared array `pool` in shaders/radix/. Ranking uses these words first, and the ordering of
/// the keys reuses them.
std::uint64_t ComputeOnesweepPlan::pool_words() const {
  return std::max(ranking_words(), stage_words(type, payload, staged()));
}

std::uint64_t ComputeOnesweepPlan::shared_bytes() const {
  const std::uint64_t table = std::uint64_t{1} << digit_bits;
  // The words are, in order: starts, bases, counts of an unresponsive tile, the scan, the tile's number, and the
  // waiting invocation.
  const std::uint64_t moving = 4 * (pool_words() + (table + 1) + 2 * table + scan_words(workgroup, subgroups) + 2);
  return blocks ? std::max(moving, blocks->shared_bytes()) : moving;
}

std::uint64_t ComputeOnesweepPlan::counting_rounds() const {
  const std::uint64_t keys = counted_bytes / data::key_bytes(type), values = bins();
  return most_ranges * (keys * (2 + digits()) + 8) + 2 * values;
}

std::uint64_t ComputeOnesweepPlan::moving_rounds() const {
  const std::uint64_t table = std::uint64_t{1} << digit_bits;
  const std::uint64_t stages = column_keys / std::min(column_keys, staged()) + 1;
  const std::uint64_t tile = (10 + stages) * items() + 12 * table + 12;
  // Each loop iteration of a wait reads a few status words. While a workgroup counts an unresponsive tile, the next
  // tile may also be unresponsive, so the workgroup may wait again.
  return tile + most_under_way * (6 * (std::uint64_t{look_back_reads} + 2) + items() + 2);
}

std::uint64_t ComputeOnesweepPlan::scanning_rounds() const {
  return (blocks ? digits() : 1) * (2 * std::uint64_t{workgroup} + 2) + digits();
}

gpu::Defines ComputeOnesweepPlan::defines(data::Order order) const {
  gpu::Defines defines = key_defines(type, order, payload);
  defines["WORKGROUP"] = std::to_string(workgroup);
  defines["DIGITS"] = std::to_string(1u << digit_bits);
  defines["DIGIT_BITS"] = std::to_string(digit_bits);
  defines["ALL_DIGITS"] = std::to_string(bins());
  defines["ITEMS"] = std::to_string(items());
  defines["TELLING"] = "1";
  defines["STAGE"] = std::to_string(staged());
  defines["POOL"] = std::to_string(pool_words());
  if (subgroups) defines["SUBGROUPS"] = "1";
  if (blocks) defines["BLOCK"] = std::to_string(blocks->column_keys);
  return defines;
}

gpu::Defines ComputeOnesweepPlan::counting_defines(data::Order order) const {
  gpu::Defines all = defines(order);
  all["WORKGROUP"] = std::to_string(counting_invocations());
  return all;
}

gpu::Defines ComputeOnesweepPlan::prefix_defines(data::Order order) const {
  gpu::Defines all = defines(order);
  all["CHOSEN"] = "1";
  return all;
}

gpu::Defines ComputeOnesweepPlan::block_defines(data::Order order) const {
  gpu::Defines all = blocks->defines(order);
  all["ALL_DIGITS"] = std::to_string(bins());
  all["CHOSEN"] = "1";
  return all;
}

std::optional<std::string> ComputeOnesweepPlan::prefix_refusal(const gpu::DeviceInfo& device) const {
  const std::uint64_t values = std::uint64_t{1} << digit_bits, block = blocks->column_keys;
  if (n > values * block) {
    return fmt::format(
        "n = {} keys exceed the room of {} workgroups with block = {} keys: choose block >= {}, or 0 for a pass by "
        "each digit",
        n, values, block, (n - 1) / values + 1);
  }
  if (digits() % 2 != 0) {
    return fmt::format(
        "digit = {} divides keys into {} digits, but block = {} needs an even number: choose digit = 8 or 4, or block "
        "= 0",
        digit_bits, digits(), block);
  }
  if (block % workgroup != 0 || block > workgroup * most_radix_items) {
    return fmt::format("block = {} is not a multiple of workgroup = {}, up to {} keys", block, workgroup,
                       workgroup * most_radix_items);
  }
  if (columns > device.max_workgroups) {
    return fmt::format("n = {} keys in tiles of {} exceed {} workgroups, which block = {} allows: choose larger tiles",
                       n, column_keys, device.max_workgroups, block);
  }
  return loop_refusal(device, fmt::format("a block of {} keys", block), blocks->rounds(), "smaller blocks");
}

std::optional<std::string> ComputeOnesweepPlan::refusal(const gpu::DeviceInfo& device) const {
  // A status word of the look-back has 30 bits for a sum.
  if (n > (std::uint64_t{1} << 30))
    return fmt::format(
        "n = {} is beyond this algorithm's limit of 2^30 keys: choose "
        "a smaller n",
        n);
  if (auto reason = storage_refusal(device, n, "the keys", n * data::key_bytes(type))) return reason;
  if (auto reason = storage_refusal(device, n, "the table of digits and tiles", sweep_bytes())) return reason;
  if (auto reason = workgroup_refusal(device, workgroup)) return reason;
  if (workgroup < 1u << digit_bits) {
    return fmt::format(
        "digit = {} has {} values, but workgroup = {} has fewer invocations: the look-back needs one invocation per "
        "value",
        digit_bits, 1u << digit_bits, workgroup);
  }
  if (auto reason = memory_refusal(device, memory)) return reason;
  if (!std::has_single_bit(workgroup) && workgroup % 32 != 0) {
    return fmt::format("workgroup = {} is neither a power of two nor a multiple of 32", workgroup);
  }
  if (column_keys % workgroup != 0) {
    return fmt::format(
        "tile = {} is not a multiple of workgroup = {}: all invocations must hold the same number of keys", column_keys,
        workgroup);
  }
  if (blocks) {
    if (auto reason = prefix_refusal(device)) return reason;
  }
  const DigitTile tile{digit_bits, column_keys, workgroup, subgroups};
  if (auto reason = tile.refusal(device, shared_bytes())) return reason;
  return loop_refusal(device, tile.text(), std::max(counting_rounds(), moving_rounds()),
                      "fewer look_back_reads or smaller tiles");
}

const SettingsTable<ComputeOnesweepSettings>& compute_onesweep_settings() {
  using S = ComputeOnesweepSettings;
  static const SettingsTable<S> onesweep(compute_sweep_fields(8));
  return onesweep;
}

std::vector<Field<ComputeOnesweepSettings>> compute_sweep_fields(std::optional<std::uint32_t> paper_digit) {
  using S = ComputeOnesweepSettings;
  return {
      digit_field<S>(paper_digit),
      group_ranking_field<S>(),
      field(&S::tile, "tile", "keys", IntegerRange{1, 16'384}, std::nullopt,
            "Keys per tile, which one workgroup orders. Each invocation holds tile / workgroup of them."),
      field(&S::workgroup, "workgroup", "invocations", IntegerRange{1, 1024}, std::nullopt,
            "Invocations per workgroup, at least one per digit value: a power of two or a multiple of 32."),
      look_back_reads_field<S>(),
      memory_field(&S::memory),
  };
}

/// Returns settings tuned for an H200. Measured times for u32 keys, relative to workgroups of 512 invocations with 16
/// keys each: 0.95 for 384 invocations with 16 keys at 2^24 and 2^26 keys (0.97 with an index payload), and 1.07 for
/// 256 invocations with 16 keys. With 384 invocations, three workgroups share a multiprocessor.
ComputeOnesweepSettings tuned_compute_onesweep(const gpu::DeviceInfo& device, const ProblemForm& form,
                                               const Given<ComputeOnesweepSettings>& given) {
  using S = ComputeOnesweepSettings;
  S settings;
  const bool shown = form.n <= most_shown_keys, few = form.n <= std::uint64_t{1} << 18;
  settings.digit = tuned_digit(form.n);
  settings.look_back_reads = gpu::prefers_cpu_forms(device) ? 16 : 4096;
  settings.ranking =
      given.value(&S::ranking).value_or(device.subgroup_lanes == 32 ? S::Ranking::subgroups : S::Ranking::matching);
  const bool by_masks = settings.ranking == S::Ranking::matching;
  const bool many = !few && !by_masks && data::key_bytes(form.type) == 4;
  settings.workgroup = shown ? 32 : by_masks ? 256 : many ? 384 : 512;
  settings.tile = shown ? 64 : many ? 6144 : 4096;
  if (const auto digit = given.value(&S::digit)) settings.workgroup = std::max(settings.workgroup, 1u << *digit);
  if (const auto tile = given.value(&S::tile)) {
    constexpr std::uint64_t most = 512;
    const std::uint64_t power = *tile & (~*tile + 1);  // the largest power of two that divides the tile
    if (*tile % settings.workgroup != 0) settings.workgroup = static_cast<std::uint32_t>(std::min(most, power));
  }
  if (const auto workgroup = given.value(&S::workgroup)) settings.workgroup = *workgroup;
  settings.tile = std::clamp<std::uint64_t>(settings.tile, settings.workgroup, settings.workgroup * most_radix_items) /
                  settings.workgroup * settings.workgroup;
  if (settings.workgroup % 32 != 0) settings.ranking = S::Ranking::matching;
  const auto fits = [&] {
    return 1u << settings.digit <= settings.workgroup &&
           ComputeOnesweepPlan(form, settings).shared_bytes() <= device.max_shared_bytes;
  };
  while (settings.digit > 1 && !fits()) --settings.digit;
  return settings;
}

Availability ComputeSweep::availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions&) const {
  return compute_availability(device);
}

std::optional<std::string> ComputeSweep::refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                                 const ComputeOnesweepSettings& settings) const {
  return ComputeOnesweepPlan(form, settings).refusal(*device);
}

std::unique_ptr<Run> ComputeSweep::make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                            const ComputeOnesweepSettings& settings) const {
  const ComputeOnesweepPlan plan(problem->form(), settings);
  return make_compute_sweep_run(*device, std::move(problem), plan);
}

namespace {

class ComputeOnesweep final : public ComputeSweep {
 public:
  ComputeOnesweep()
      : ComputeSweep(
            onesweep_source().described(
                Backend::compute,
                "Sorts by the least significant digit first, with one pass over the array per digit. All digits are "
                "counted beforehand. In each pass, a workgroup orders its tile, reads from the preceding tiles how "
                "many keys of each digit they hold (decoupled look-back), and scatters its tile. It counts the digits "
                "of a late tile itself. Memory: two arrays and 4 bytes per digit value, tile and pass.",
                {beyond_small_inputs}),
            compute_onesweep_settings()) {}
  std::vector<TableKind> table_kinds() const override { return sweep_tables(); }

 protected:
  ComputeOnesweepSettings tuned(const gpu::DeviceInfo* device, const ProblemForm& form,
                                const Given<ComputeOnesweepSettings>& given) const override {
    return device == nullptr ? ComputeOnesweepSettings{} : tuned_compute_onesweep(*device, form, given);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_compute_onesweep() {
  return std::make_unique<ComputeOnesweep>();
}

}  // namespace texelsort::algorithms
