#include "compute/algorithms/radix/schedule.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "compute/algorithms/radix/claims.h"

namespace texelsort::algorithms {
namespace {

/// The passes of a digit as the sources call them: Merrill & Grimshaw, section 3; Bandyopadhyay & Sahni, section 3.
constexpr std::array<std::string_view, 3> srts_labels{"bottom-level reduction", "top-level scan",
                                                      "bottom-level scan and scatter"};
constexpr std::array<std::string_view, 3> grs_labels{"histogram and rank", "scan", "move"};

Pass named_pass(const DigitPlan& plan, std::uint64_t index, std::size_t step) {
  Pass pass;
  pass.header = [&plan, index, step] {
    return PassHeader{0, index, plan.digit_name(index), std::string((plan.ranks ? grs_labels : srts_labels).at(step))};
  };
  pass.detail = [&plan, index]() -> PassDetail { return plan.digit(index); };
  return pass;
}

Pass count_pass(const DigitPlan& plan, const DigitSizes& sizes, DigitSteps& steps, std::uint64_t index) {
  Pass pass = named_pass(plan, index, 0);
  const DigitPass digit = plan.digit(index);
  pass.execute = [&steps, digit] { steps.count(digit); };
  pass.cost = [&plan, sizes, digit] {
    Counters counters;
    counters.dispatches = 1;
    counters.fragments = sizes.invocations;
    counters.texels_fetched = plan.n;
    counters.bytes = plan.key_array_bytes() + sizes.count * table_elements(digit) + sizes.rank * plan.n;
    return counters;
  };
  pass.claim = [&plan, digit] { return counts_claim(digit, plan.ranks); };
  return pass;
}

Pass scan_pass(const DigitPlan& plan, DigitSteps& steps, std::uint64_t index) {
  Pass pass = named_pass(plan, index, 1);
  const DigitPass digit = plan.digit(index);
  pass.execute = [&steps, digit] { steps.scan(digit); };
  pass.cost = [&steps, digit] { return steps.scan_cost(digit); };
  pass.claim = [digit] { return scan_claim(digit); };
  return pass;
}

Pass move_pass(const DigitPlan& plan, const DigitSizes& sizes, DigitSteps& steps, std::uint64_t index) {
  Pass pass = named_pass(plan, index, 2);
  const DigitPass digit = plan.digit(index);
  pass.execute = [&steps, digit] { steps.move(digit); };
  pass.cost = [&plan, sizes, digit] {
    Counters counters = move_cost(plan, sizes.fields);
    counters.fragments = sizes.invocations;
    counters.bytes += sizes.count * table_elements(digit) + sizes.rank * plan.n;
    return counters;
  };
  pass.claim = [sizes, digit] { return moved_claim(digit, sizes.fields > 0); };
  return pass;
}

}  // namespace

std::uint64_t DigitPlan::digits() const {
  return (8 * data::key_bytes(type) + digit_bits - 1) / digit_bits;
}

DigitPass DigitPlan::digit(std::uint64_t index) const {
  const auto shift = static_cast<std::uint32_t>(index * digit_bits);
  const auto key_bits = static_cast<std::uint32_t>(8 * data::key_bytes(type));
  return {shift, std::min(digit_bits, key_bits - shift), columns, column_keys};
}

std::string DigitPlan::digit_name(std::uint64_t index) const {
  return fmt::format("digit {} of {}", index + 1, digits());
}

std::uint64_t table_elements(const DigitPass& digit) {
  return digit.columns << digit.bits;
}

Counters move_cost(const DigitPlan& plan, std::uint64_t field_bytes) {
  Counters counters;
  counters.dispatches = 1;
  counters.texels_fetched = plan.n;
  counters.field_bytes = 2 * field_bytes;
  counters.bytes = 2 * (plan.key_array_bytes() + plan.n * data::payload_bytes(plan.payload)) + counters.field_bytes;
  return counters;
}

std::vector<Pass> digit_passes(const DigitPlan& plan, const DigitSizes& sizes, DigitSteps& steps) {
  std::vector<Pass> passes;
  for (std::uint64_t index = 0; plan.n > 1 && index < plan.digits(); ++index) {  // one key is sorted
    passes.push_back(count_pass(plan, sizes, steps, index));
    passes.push_back(scan_pass(plan, steps, index));
    passes.push_back(move_pass(plan, sizes, steps, index));
  }
  return passes;
}

TableKind digit_table(const DigitPlan& plan, std::uint64_t pass) {
  const std::string_view part = plan.ranks ? "tile" : "share";
  if (pass % 3 == 0) return tables::DigitCounts{part};
  return tables::DigitScan{part, pass % 3 == 2};
}

std::vector<TableKind> digit_tables() {
  return {tables::DigitCounts{}, tables::DigitScan{}, tables::DigitRanks{}};
}

}  // namespace texelsort::algorithms
