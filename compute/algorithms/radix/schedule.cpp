#include "compute/algorithms/radix/schedule.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "compute/algorithms/arrays/host_arrays.h"
#include "compute/algorithms/radix/claims.h"

namespace texelsort::algorithms {
namespace {

/// Labels of the three passes of each digit. GRS has the labels of its paper (Bandyopadhyay & Sahni, section 3).
constexpr std::array<const char*, 3> srts_labels{"count the digits", "scan the counts", "scan and scatter"};
constexpr std::array<const char*, 3> grs_labels{"histogram and rank", "scan", "move"};

/// Returns a pass with the properties that all passes of a digit have in common.
Pass digit_pass(const DigitPlan& plan, std::uint64_t index, std::uint64_t stage, const char* label) {
  Pass pass;
  pass.header = [&plan, index, stage, label] { return PassHeader{0, stage, plan.digit_name(index), label}; };
  pass.detail = [&plan, index]() -> PassDetail { return plan.digit(index); };
  return pass;
}

Pass digit_pass(const DigitPlan& plan, std::uint64_t index, std::size_t step) {
  return digit_pass(plan, index, index, (plan.ranks ? grs_labels : srts_labels).at(step));
}

/// Returns the cost of moving all keys with their payload and a total of `field_bytes` bytes of record fields.
Counters move_cost(const DigitPlan& plan, std::uint64_t field_bytes) {
  return {.dispatches = 1,
          .elements_read = plan.n,
          .bytes = 2 * (plan.key_array_bytes() + plan.n * data::payload_bytes(plan.payload) + field_bytes),
          .field_bytes = 2 * field_bytes};
}

Pass count_pass(const DigitPlan& plan, const DigitSizes& sizes, DigitSteps& steps, std::uint64_t index) {
  Pass pass = digit_pass(plan, index, 0);
  const DigitPass digit = plan.digit(index);
  pass.execute = [&steps, digit] { steps.count(digit); };
  pass.cost = [&plan, sizes, digit] {
    return Counters{.dispatches = 1,
                    .invocations = sizes.invocations,
                    .elements_read = plan.n,
                    .bytes = plan.key_array_bytes() + sizes.count * table_elements(digit) + sizes.rank * plan.n};
  };
  pass.claim = [&plan, digit] { return counts_claim(digit, plan.ranks); };
  return pass;
}

Pass scan_pass(const DigitPlan& plan, DigitSteps& steps, std::uint64_t index) {
  Pass pass = digit_pass(plan, index, 1);
  const DigitPass digit = plan.digit(index);
  pass.execute = [&steps, digit] { steps.scan(digit); };
  pass.cost = [&steps, digit] { return steps.scan_cost(table_elements(digit)); };
  pass.claim = [digit] { return scan_claim(digit); };
  return pass;
}

Pass move_pass(const DigitPlan& plan, const DigitSizes& sizes, DigitSteps& steps, std::uint64_t index) {
  Pass pass = digit_pass(plan, index, 2);
  const DigitPass digit = plan.digit(index);
  pass.execute = [&steps, digit] { steps.move(digit); };
  pass.cost = [&plan, sizes, digit] {
    Counters counters = move_cost(plan, sizes.fields);
    counters.invocations = sizes.invocations;
    counters.bytes += sizes.count * table_elements(digit) + sizes.rank * plan.n;
    return counters;
  };
  pass.claim = [sizes, digit] { return moved_claim(digit, sizes.fields > 0); };
  return pass;
}

/// Returns a pass of Onesweep that processes all digits at once. The pass counts the digits or, if `scanned`, scans the
/// counts.
Pass upfront_pass(const DigitPlan& plan, const char* label, bool scanned) {
  Pass pass;
  pass.header = [label] { return PassHeader{0, 0, "digit histograms", label}; };
  pass.claim = [&plan, scanned] { return all_digits_claim(plan.digits(), plan.digit_bits, scanned); };
  return pass;
}

Pass sweep_pass(const DigitPlan& plan, const SweepSizes& sizes, DigitSteps& steps, std::uint64_t index) {
  Pass pass = digit_pass(plan, index, index + 1, "rank, look back, scatter");
  const DigitPass digit = plan.digit(index);
  pass.execute = [&steps, digit] { steps.move(digit); };
  pass.cost = [&plan, sizes, digit] {
    Counters counters = move_cost(plan, sizes.fields);
    counters.dispatches = plan.columns / sizes.portion_tiles + 1;
    // A tile accesses three status words per digit value: it writes its count and its sum, and reads a word of a
    // previous tile.
    counters.bytes += 3 * sizeof(std::uint32_t) * table_elements(digit);
    return counters;
  };
  pass.claim = [sizes, digit] { return swept_claim(digit, sizes.portion_tiles, sizes.fields > 0); };
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

std::vector<Pass> digit_passes(const DigitPlan& plan, const DigitSizes& sizes, DigitSteps& steps) {
  std::vector<Pass> passes;
  // no pass is necessary for a single key
  for (std::uint64_t index = 0; plan.n > 1 && index < plan.digits(); ++index) {
    passes.push_back(count_pass(plan, sizes, steps, index));
    passes.push_back(scan_pass(plan, steps, index));
    passes.push_back(move_pass(plan, sizes, steps, index));
  }
  return passes;
}

std::vector<Pass> sweep_passes(const DigitPlan& plan, const SweepSizes& sizes, DigitSteps& steps) {
  std::vector<Pass> passes;
  if (plan.n < 2) return passes;
  Pass& count = passes.emplace_back(upfront_pass(plan, "all digits", false));
  count.execute = [&plan, &steps] { steps.count(plan.digit(0)); };
  count.cost = [&plan, sizes] {
    return Counters{.dispatches = 1, .elements_read = plan.n, .bytes = plan.key_array_bytes() + sizes.cleared};
  };
  Pass& scan = passes.emplace_back(upfront_pass(plan, "scan", true));
  scan.execute = [&plan, &steps] { steps.scan(plan.digit(0)); };
  scan.cost = [&plan, &steps] { return steps.scan_cost(plan.bins()); };
  for (std::uint64_t index = 0; index < plan.digits(); ++index) {
    passes.push_back(sweep_pass(plan, sizes, steps, index));
  }
  return passes;
}

WorkPass ranges_work(const Problem& problem, std::uint32_t below, std::uint32_t digit_bits, const RangeHolder& holder) {
  return {.part = "range",
          .parts = "ranges",
          .pieces = [type = data::type_of(problem.keys), order = problem.order, below, digit_bits,
                     holder](const auto& table) {
            const auto codes = codes_of_view(table(tables::Keys{}), type, order);
            std::vector<WorkPass::Piece> pieces;
            for (std::uint64_t first = 0, last = 0; first < codes.size(); first = last) {
              while (last < codes.size() && codes[last] >> below == codes[first] >> below) ++last;
              pieces.push_back({.worker = holder ? holder(first) : (codes[first] >> below) % (1u << digit_bits),
                                .part = pieces.size(),
                                .from = {{first, last}}});
              pieces.back().to = pieces.back().from;
            }
            return pieces;
          }};
}

TableKind digit_table(const DigitPlan& plan, std::uint64_t pass) {
  const std::string_view part = plan.ranks ? "tile" : "share";
  if (pass % 3 == 0) return tables::DigitCounts{part};
  return tables::DigitScan{part, pass % 3 == 2};
}

std::vector<TableKind> digit_tables() {
  return {tables::DigitCounts{}, tables::DigitScan{}, tables::DigitRanks{}};
}

std::vector<TableKind> sweep_tables() {
  return {tables::AllDigitCounts{}, tables::AllDigitScan{}, tables::LookBackStatus{}};
}

View ranks_view(std::uint64_t n, const GuardedBuffer& ranks) {
  View view = table_view(tables::DigitRanks{}, data::KeyType::u32, n, shown_width(n), ranks);
  view.packed_bytes = rank_size;
  return view;
}

}  // namespace texelsort::algorithms
