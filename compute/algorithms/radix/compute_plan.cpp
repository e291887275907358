#include "compute/algorithms/radix/compute_plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/primitives/exclusive_scan.h"

namespace texelsort::algorithms {
namespace {

/// An invocation's keys stand in registers, and the compiler writes their loops out.
constexpr std::uint64_t most_items = 64;

/// Counters of an invocation that has a column for itself, at the least. llvmpipe keeps arrays of up to about 280
/// elements where each access touches those of all 8 invocations at once, and is up to 1.8 times slower with them.
constexpr std::uint32_t fewest_serial_counters = 512;

std::uint64_t groups(std::uint64_t workgroup) {
  return std::max<std::uint64_t>(workgroup / 32, 1);
}

/// Serial invocations fetch 16 bytes at a time, see shaders/radix/serial.glsl.
constexpr std::uint64_t quad_keys = 4;

/// The share of the array that a workgroup of SRTS takes, in whole tiles, or a serial invocation, in whole fetches.
std::uint64_t share_keys(std::uint64_t n, const ComputeRadixSettings& settings) {
  const std::uint64_t shares = settings.workgroups * (settings.serial() ? settings.workgroup : 1);
  const std::uint64_t unit = settings.serial() ? quad_keys : settings.tile;
  const std::uint64_t units = (n + unit - 1) / unit;
  return std::max<std::uint64_t>((units + shares - 1) / shares, 1) * unit;
}

}  // namespace

ComputeRadixPlan::ComputeRadixPlan(RadixSort sort, const ProblemForm& form, const ComputeRadixSettings& settings)
    : DigitPlan{form.n, form.type, form.payload, settings.digit, sort == RadixSort::grs},
      serial(settings.serial()),
      matching(settings.ranking == ComputeRadixSettings::Ranking::matching),
      workgroup(settings.workgroup),
      tile(settings.tile) {
  column_keys = ranks ? tile : share_keys(n, settings);
  columns = (n + column_keys - 1) / column_keys;
}

std::uint32_t ComputeRadixPlan::workgroups() const {
  return static_cast<std::uint32_t>(serial ? (columns + workgroup - 1) / workgroup : columns);
}

/// The counterpart of `pool` in shaders/radix/: what ranking needs, and what ordering needs after it.
std::uint64_t ComputeRadixPlan::pool_words(RadixKernel kernel) const {
  const std::uint64_t table = std::uint64_t{1} << digit_bits;
  const auto spread = [](std::uint64_t words) { return words + words / 32; };
  const std::uint64_t ranking = matching ? 3 * groups(workgroup) * table : spread(tile) + spread(table * workgroup);
  const std::uint64_t ordering = tile * data::key_bytes(type) / 4;
  if (kernel == RadixKernel::rank) return ranking;
  return kernel == RadixKernel::move ? ordering : std::max(ranking, ordering);
}

std::uint64_t ComputeRadixPlan::shared_bytes(RadixKernel kernel) const {
  if (serial) return 0;
  const std::uint64_t table = std::uint64_t{1} << digit_bits;
  if (kernel == RadixKernel::count) return 4 * groups(workgroup) * table;
  const std::uint64_t bases = kernel == RadixKernel::rank ? 0 : table;
  return 4 * (pool_words(kernel) + table + 1 + bases + workgroup);
}

std::uint64_t ComputeRadixPlan::rounds() const {
  const std::uint64_t table = std::uint64_t{1} << digit_bits;
  if (serial) return column_keys * data::key_bytes(type) / 16 + 4 + 2 * table;
  // A tile takes at most 8 loops over an invocation's keys, 12 over digits, and the scan.
  const std::uint64_t tiles = (column_keys + tile - 1) / tile;
  return tiles * (8 * items() + 12 * table + 12) + table;
}

std::string ComputeRadixPlan::shader(RadixKernel kernel) const {
  if (serial) return kernel == counting() ? "radix/count_serial.comp" : "radix/move_serial.comp";
  switch (kernel) {
    case RadixKernel::count:
      return "radix/count.comp";
    case RadixKernel::scatter:
      return "radix/scatter.comp";
    case RadixKernel::rank:
      return "radix/rank.comp";
    case RadixKernel::move:
      return "radix/move.comp";
  }
  return "";
}

gpu::Defines ComputeRadixPlan::defines(RadixKernel kernel, data::Order order) const {
  gpu::Defines defines = key_defines(type, order, payload);
  defines["WORKGROUP"] = std::to_string(workgroup);
  defines["DIGITS"] = std::to_string(1u << digit_bits);
  if (serial) {
    defines["COUNTERS"] = std::to_string(std::max(1u << digit_bits, fewest_serial_counters));
    defines["RANKS"] = ranks ? "1" : "0";
  } else {
    defines["ITEMS"] = std::to_string(items());
    defines["MATCHING"] = matching ? "1" : "0";
    defines["POOL"] = std::to_string(pool_words(kernel));
  }
  return defines;
}

std::uint64_t ComputeRadixPlan::table_bytes() const {
  const auto guarded = [](std::uint64_t bytes) {
    return std::max<std::uint64_t>(bytes, 8) + 2 * GuardedBuffer::guard_bytes;
  };
  const std::uint64_t arrays = payload != data::PayloadKind::none ? 4 : 2;
  return arrays * guarded(0) + guarded(4 * table_elements()) + (ranks ? guarded(4 * rank_words()) : 0) +
         ExclusiveScan::sums_bytes;
}

std::optional<std::string> ComputeRadixPlan::refusal(const gpu::DeviceInfo& device) const {
  // Shaders count places in 32 bits.
  if (n > (std::uint64_t{1} << 31)) return fmt::format("n = {} is beyond this algorithm's limit of 2^31 keys", n);
  if (auto reason = storage_refusal(device, n, "the keys", n * data::key_bytes(type))) return reason;
  if (auto reason = storage_refusal(device, n, "the table of digits and columns", 4 * table_elements())) return reason;
  if (auto reason = workgroup_refusal(device, workgroup)) return reason;
  if (auto reason =
          loop_refusal(device, fmt::format("{} keys for each {}", column_keys, serial ? "invocation" : "workgroup"),
                       rounds(), "more workgroups or other tiles")) {
    return reason;
  }
  if (serial) return std::nullopt;
  if (tile < workgroup || items() > most_items) {
    return fmt::format("a tile of {} keys for {} invocations: choose from 1 to {} keys an invocation", tile, workgroup,
                       most_items);
  }
  for (const RadixKernel kernel : {counting(), moving()}) {
    const std::string what = fmt::format("digit = {} with tile = {} and workgroup = {}", digit_bits, tile, workgroup);
    if (auto reason = shared_memory_refusal(device, what, shared_bytes(kernel))) return reason;
  }
  return std::nullopt;
}

namespace {

/// Where a workgroup goes over a share. Four warps a workgroup: 1.05 times as fast as eight for SRTS on an H200, 1.16
/// times for GRS.
void tune_cooperative(ComputeRadixSettings& settings, const ProblemForm& form,
                      const Given<ComputeRadixSettings>& given) {
  using S = ComputeRadixSettings;
  // A counter for every digit and invocation: more bits than these are beyond shared memory.
  if (given.value(&S::ranking) == S::Ranking::counters) settings.digit = 4;
  const bool shown = form.n <= most_shown_keys;
  settings.workgroup = shown ? 32 : 128;
  settings.tile = shown ? 64 : data::key_bytes(form.type) == 4 ? 4096 : 2048;
  if (const auto tile = given.value(&S::tile)) {
    settings.workgroup =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(settings.workgroup, (*tile - 1) / most_items + 1, *tile));
  }
  if (const auto workgroup = given.value(&S::workgroup)) {
    settings.tile = std::clamp<std::uint64_t>(settings.tile, *workgroup, *workgroup * most_items);
  }
}

/// llvmpipe runs 8 invocations at a time as the lanes of a vector (4 where vectors have 128 bits), and barriers by
/// switching between stacks.
void tune_serial(ComputeRadixSettings& settings, RadixSort sort, const gpu::DeviceInfo& device,
                 const ProblemForm& form) {
  settings.workgroup = device.software ? 8 : 128;
  settings.tile = form.n <= most_shown_keys ? 64 : device.software ? 16'384 : 4096;
  // Software: with 2^20 keys an invocation for each of 32 tiles.
  if (sort == RadixSort::grs && device.software && form.n > most_shown_keys) settings.tile = 32'768;
}

}  // namespace

ComputeRadixSettings tuned_radix(RadixSort sort, const gpu::DeviceInfo& device, const ProblemForm& form,
                                 const Given<ComputeRadixSettings>& given) {
  using S = ComputeRadixSettings;
  S settings;
  settings.digit = tuned_digit(form.n);
  settings.form = given.value(&S::form).value_or(device.software ? S::Form::serial : S::Form::cooperative);
  if (settings.serial()) {
    tune_serial(settings, sort, device, form);
  } else {
    tune_cooperative(settings, form, given);
  }
  if (sort == RadixSort::srts && device.software) {
    // Enough for the cores of a small machine, and few enough keys a share for its loops to end: up to 2^16 for each of
    // a workgroup's 8 serial invocations, 2^14 for one whose invocations work together.
    const std::uint64_t share = settings.serial() ? 8 << 16 : 1 << 14;
    settings.workgroups = std::clamp<std::uint64_t>((form.n + share - 1) / share, 4, 65'535);
  }
  return settings;
}

}  // namespace texelsort::algorithms
