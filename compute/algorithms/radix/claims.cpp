#include "compute/algorithms/radix/claims.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/radix/twin.h"
#include "compute/data/records.h"

namespace texelsort::algorithms {
namespace {

using Numbers = std::span<const std::uint64_t>;

std::optional<Violation> find_change(const Observation& seen) {
  if (std::ranges::equal(seen.before, seen.after) && std::ranges::equal(seen.payload_before, seen.payload_after)) {
    return std::nullopt;
  }
  return Violation{"this pass leaves keys and payload alone, and they have changed", std::nullopt, std::nullopt};
}

std::optional<Violation> find_wrong_element(Numbers found, Numbers expected, const DigitPass& pass) {
  if (found.size() != expected.size()) {
    return Violation{fmt::format("the table has {} elements instead of {}", found.size(), expected.size()),
                     std::nullopt, std::nullopt};
  }
  const auto [wrong, right] = std::ranges::mismatch(found, expected);
  if (wrong == found.end()) return std::nullopt;
  const auto place = static_cast<std::uint64_t>(wrong - found.begin());
  return Violation{fmt::format("digit {}, column {} of the table holds {} instead of {}", place / pass.columns,
                               place % pass.columns, *wrong, *right),
                   place, std::nullopt};
}

std::optional<Violation> find_wrong_rank(Numbers found, Numbers expected) {
  const auto [wrong, right] = std::ranges::mismatch(found, expected);
  if (wrong == found.end() && right == expected.end()) return std::nullopt;
  if (wrong == found.end() || right == expected.end()) {
    return Violation{fmt::format("there are {} ranks of {} keys", found.size(), expected.size()), std::nullopt,
                     std::nullopt};
  }
  return Violation{fmt::format("has rank {} among its digit in its tile instead of {}", *wrong, *right),
                   static_cast<std::uint64_t>(wrong - found.begin()), std::nullopt};
}

std::string digit_text(const DigitPass& pass) {
  return pass.bits == 1 ? fmt::format("bit {}", pass.shift)
                        : fmt::format("bits {} to {}", pass.shift, pass.shift + pass.bits - 1);
}

/// The record at place i, if records move with their keys, has all its fields from place `from`.
bool has_fields_of(const Observation& seen, std::uint64_t i, std::uint64_t from) {
  const std::uint64_t n = seen.after.size();
  for (std::uint32_t field = 0; field < seen.shape.fields; ++field) {
    if (seen.fields_after[data::field_place(seen.shape, n, i, field)] !=
        seen.fields_before[data::field_place(seen.shape, n, from, field)]) {
      return false;
    }
  }
  return true;
}

std::optional<Violation> find_misplaced(const Observation& seen, const DigitPass& pass, bool records) {
  const std::vector<std::uint64_t> order = digit_order(seen.before, pass);
  for (std::uint64_t i = 0; i < order.size(); ++i) {
    const bool key = seen.after[i] == seen.before[order[i]];
    const bool payload = seen.payload_after.empty() || seen.payload_after[i] == seen.payload_before[order[i]];
    if (key && payload && (!records || has_fields_of(seen, i, order[i]))) continue;
    return Violation{fmt::format("does not hold the {} from place {}, of digit {}",
                                 !key       ? "key"
                                 : !payload ? "payload"
                                            : "fields",
                                 order[i], pass.digit(seen.before[order[i]])),
                     i, std::nullopt};
  }
  return std::nullopt;
}

/// The state of a tile's status word that says all; see compute/algorithms/radix/cuda/look_back.cuh.
constexpr std::uint64_t summed = std::uint64_t{2} << 30;

std::optional<Violation> find_wrong_status(const Observation& seen, const DigitPass& pass,
                                           std::uint64_t portion_tiles) {
  const std::vector<std::uint64_t> counts = digit_counts(seen.before, pass),
                                   status = seen.table(tables::LookBackStatus{});
  const std::uint64_t values = std::uint64_t{1} << pass.bits;
  for (std::uint64_t value = 0; value < values; ++value) {
    std::uint64_t sum = 0;
    for (std::uint64_t tile = 0; tile < pass.columns; ++tile) {
      if (tile % portion_tiles == 0) sum = 0;
      sum += counts[value * pass.columns + tile];
      const std::uint64_t found = status.at(tile * values + value);
      if (found == (summed | sum)) continue;
      return Violation{
          fmt::format("tile {}'s status for digit {} is {:#x} instead of the sum {}", tile, value, found, sum),
          tile * values + value, std::nullopt};
    }
  }
  return std::nullopt;
}

}  // namespace

Claim counts_claim(const DigitPass& pass, bool ranks) {
  return {fmt::format("the table counts the keys of each {} by their digits ({}){}", ranks ? "tile" : "share",
                      digit_text(pass),
                      ranks ? "; the rank of a key is the number of keys of its digit before it in its tile" : ""),
          [pass, ranks](const Observation& seen) -> std::optional<Violation> {
            if (auto change = find_change(seen)) return change;
            const auto wrong =
                find_wrong_element(seen.table(tables::DigitCounts{}), digit_counts(seen.before, pass), pass);
            if (wrong || !ranks) return wrong;
            return find_wrong_rank(seen.table(tables::DigitRanks{}), digit_ranks(seen.before, pass));
          }};
}

Claim scan_claim(const DigitPass& pass) {
  return {"every element of the table is the sum of the counts before it: where the first of its keys goes",
          [pass](const Observation& seen) -> std::optional<Violation> {
            if (auto change = find_change(seen)) return change;
            return find_wrong_element(seen.table(tables::DigitScan{}), digit_offsets(seen.before, pass), pass);
          }};
}

Claim moved_claim(const DigitPass& pass, bool records) {
  return {fmt::format("the array is in order by {}, and keys with equal digits keep their order{}", digit_text(pass),
                      records ? "; every record has moved with its key" : ""),
          [pass, records](const Observation& seen) { return find_misplaced(seen, pass, records); }};
}

Claim all_digits_claim(std::uint64_t digits, std::uint32_t bits, bool scanned) {
  return {scanned ? "row d of the table says how many keys have a smaller digit d than each value"
                  : "row d of the table counts the keys by their digit d",
          [digits, bits, scanned](const Observation& seen) -> std::optional<Violation> {
            const auto found = scanned ? seen.table(tables::AllDigitScan{}) : seen.table(tables::AllDigitCounts{});
            for (std::uint64_t d = 0; d < digits; ++d) {
              const auto shift = static_cast<std::uint32_t>(d * bits);
              const DigitPass whole{shift, bits, 1, seen.before.size()};
              const auto expected = scanned ? digit_offsets(seen.before, whole) : digit_counts(seen.before, whole);
              for (std::uint64_t value = 0; value < expected.size(); ++value) {
                const std::uint64_t place = d * expected.size() + value;
                if (found.at(place) == expected[value]) continue;
                return Violation{fmt::format("digit {}, value {} of the table holds {} instead of {}", d, value,
                                             found[place], expected[value]),
                                 place, std::nullopt};
              }
            }
            return std::nullopt;
          }};
}

Claim swept_claim(const DigitPass& pass, std::uint64_t portion_tiles, bool records) {
  Claim moved = moved_claim(pass, records);
  return {moved.sentence + "; every tile's status is the sum up to its end",
          [pass, portion_tiles, moved = moved.find_violation](const Observation& seen) {
            auto violation = moved(seen);
            return violation ? violation : find_wrong_status(seen, pass, portion_tiles);
          }};
}

}  // namespace texelsort::algorithms
