#include "compute/algorithms/radix/radix_plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/primitives/exclusive_scan.h"
#include "compute/algorithms/radix/digits.h"
#include "compute/data/number.h"

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

}  // namespace

std::uint64_t RadixPlan::digits() const {
  return digits_of(type, digit_bits);
}

DigitPass RadixPlan::digit(std::uint64_t index) const {
  return digit_of(type, digit_bits, index, columns, column_keys);
}

std::uint32_t RadixPlan::workgroups() const {
  return static_cast<std::uint32_t>(serial ? (columns + workgroup - 1) / workgroup : columns);
}

/// The counterpart of `pool` in shaders/radix/: what ranking needs, and what ordering needs after it.
std::uint64_t RadixPlan::pool_words(RadixKernel kernel) const {
  const std::uint64_t table = std::uint64_t{1} << digit_bits;
  const auto spread = [](std::uint64_t words) { return words + words / 32; };
  const std::uint64_t ranking = matching ? 3 * groups(workgroup) * table : spread(tile) + spread(table * workgroup);
  const std::uint64_t ordering = tile * data::key_bytes(type) / 4;
  if (kernel == RadixKernel::rank) return ranking;
  return kernel == RadixKernel::move ? ordering : std::max(ranking, ordering);
}

std::uint64_t RadixPlan::shared_bytes(RadixKernel kernel) const {
  if (serial) return 0;
  const std::uint64_t table = std::uint64_t{1} << digit_bits;
  if (kernel == RadixKernel::count) return 4 * groups(workgroup) * table;
  const std::uint64_t bases = kernel == RadixKernel::rank ? 0 : table;
  return 4 * (pool_words(kernel) + table + 1 + bases + workgroup);
}

std::uint64_t RadixPlan::rounds() const {
  const std::uint64_t table = std::uint64_t{1} << digit_bits;
  if (serial) return column_keys * data::key_bytes(type) / 16 + 4 + 2 * table;
  // Of a tile: at most 8 loops over an invocation's keys and 12 over digits, and the scan.
  const std::uint64_t tiles = (column_keys + tile - 1) / tile;
  return tiles * (8 * items() + 12 * table + 12) + table;
}

std::string RadixPlan::shader(RadixKernel kernel) const {
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

gpu::Defines RadixPlan::defines(RadixKernel kernel, data::Order order) const {
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

std::uint64_t RadixPlan::table_bytes() const {
  const auto guarded = [](std::uint64_t bytes) {
    return std::max<std::uint64_t>(bytes, 8) + 2 * GuardedBuffer::guard_bytes;
  };
  const std::uint64_t arrays = payload != data::PayloadKind::none ? 4 : 2;
  return arrays * guarded(0) + guarded(4 * table_words()) + (ranks ? guarded(4 * rank_words()) : 0) +
         ExclusiveScan::sums_bytes;
}

std::optional<std::string> RadixPlan::refusal(const gpu::DeviceInfo& device) const {
  // Shaders count places in 32 bits.
  if (n > (std::uint64_t{1} << 31)) return fmt::format("n = {} is beyond this algorithm's limit of 2^31 keys", n);
  if (auto reason = storage_refusal(device, n, "the keys", n * data::key_bytes(type))) return reason;
  if (auto reason = storage_refusal(device, n, "the table of digits and columns", 4 * table_words())) return reason;
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

std::vector<ParameterSpec> common_radix_parameters() {
  return {
      digit_parameter("4"),
      {"form", "", Choices{{"cooperative", "serial"}}, "cooperative", "cooperative",
       "Who goes over a share of the array: the invocations of a workgroup together, through shared memory, or one "
       "invocation by itself with counters of its own, without a barrier. Tuned: serial on software rendering."},
      {"ranking", "", Choices{{"counters", "matching"}}, "matching", "counters",
       "How the invocations of a workgroup rank a tile's keys: each counts its own with a counter for every digit, or "
       "groups of 32 find by masks which of them have the same digit. Counters take a word of shared memory for every "
       "invocation and digit. Serial invocations need neither.",
       only_with("form", {"cooperative"})}};
}

RadixPlan radix_plan(std::uint64_t n, data::KeyType type, data::PayloadKind payload, const Parameters& parameters) {
  RadixPlan plan;
  plan.n = n;
  plan.type = type;
  plan.payload = payload;
  plan.serial = parameters.text("form") == "serial";
  plan.matching = parameters.text("ranking") == "matching";
  plan.digit_bits = static_cast<std::uint32_t>(parameters.integer("digit"));
  plan.workgroup = static_cast<std::uint32_t>(parameters.integer("workgroup"));
  plan.tile = static_cast<std::uint64_t>(parameters.integer("tile"));
  return plan;
}

bool serial_form(const gpu::DeviceInfo& device, const std::map<std::string, std::string>& given) {
  const auto form = given.find("form");
  return form == given.end() ? device.software : form->second == "serial";
}

std::map<std::string, std::string> tuned_radix(const gpu::DeviceInfo& device, std::uint64_t n, data::KeyType type,
                                               const std::map<std::string, std::string>& given) {
  const bool shown = n <= most_shown_keys;
  std::map<std::string, std::string> values{{"digit", tuned_digit(n)}};
  if (serial_form(device, given)) {
    values["form"] = "serial";
    // llvmpipe runs 8 invocations at a time as the lanes of a vector (4 where vectors have 128 bits), and barriers by
    // switching between stacks.
    values["workgroup"] = device.software ? "8" : "128";
    values["tile"] = shown ? "64" : device.software ? "16384" : "4096";
    return values;
  }
  values["form"] = "cooperative";
  values["ranking"] = "matching";
  // A counter for every digit and invocation: more bits than these are beyond shared memory.
  if (const auto ranking = given.find("ranking"); ranking != given.end() && ranking->second == "counters") {
    values["digit"] = "4";
  }
  // Four warps a workgroup: 1.05 times as fast as eight for SRTS on an H200, 1.16 times for GRS.
  std::uint64_t workgroup = shown ? 32 : 128;
  std::uint64_t tile = shown ? 64 : data::key_bytes(type) == 4 ? 4096 : 2048;
  const auto given_size = [&given](const char* name) -> std::optional<std::uint64_t> {
    const auto value = given.find(name);
    return value == given.end() ? std::nullopt : data::parse_size(value->second);
  };
  if (const auto size = given_size("tile"); size && *size > 0) {
    workgroup = std::clamp(workgroup, (*size - 1) / most_items + 1, *size);
  }
  if (const auto size = given_size("workgroup"); size && *size > 0) {
    tile = std::clamp(tile, *size, *size * most_items);
  }
  values["workgroup"] = std::to_string(workgroup);
  values["tile"] = std::to_string(tile);
  return values;
}

}  // namespace texelsort::algorithms
