#include "compute/algorithms/radix/claims.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "compute/algorithms/core/differences.h"
#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/radix/reference.h"
#include "compute/data/keys/records.h"

namespace texelsort::algorithms {
namespace {

using Found = std::optional<Violation>;
using Numbers = std::span<const std::uint64_t>;

/// Compares a table with its reference, and returns the first wrong element. `text` is a function that describes an
/// element by its index.
template <typename Text>
Found find_wrong(Numbers found, Numbers expected, Text text) {
  if (found.size() != expected.size()) return find_difference("the table", found, expected);
  const auto [wrong, right] = std::ranges::mismatch(found, expected);
  if (wrong == found.end()) return std::nullopt;
  const auto place = static_cast<std::uint64_t>(wrong - found.begin());
  return Violation{fmt::format("{} holds {} instead of {}", text(place), *wrong, *right), place, {}};
}

Found find_wrong_element(Numbers found, Numbers expected, const DigitPass& pass) {
  return find_wrong(found, expected, [&pass](std::uint64_t place) {
    return fmt::format("digit {}, column {} of the table", place / pass.columns, place % pass.columns);
  });
}

std::string digit_text(const DigitPass& pass) {
  return pass.bits == 1 ? fmt::format("bit {}", pass.shift)
                        : fmt::format("bits {} to {}", pass.shift, pass.shift + pass.bits - 1);
}

/// Returns whether the fields of a record have moved with its key: from position `from` to position i. Returns true if
/// the problem has no records.
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

Found find_misplaced(const Observation& seen, const DigitPass& pass, bool records) {
  const std::vector<std::uint64_t> order = radix::move(seen.before, pass);
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

}  // namespace

Claim counts_claim(const DigitPass& pass, bool ranks) {
  return {fmt::format("the table counts the keys of each {} by their digits ({}){}", ranks ? "tile" : "share",
                      digit_text(pass),
                      ranks ? "; the rank of a key is the number of keys of its digit before it in its tile" : ""),
          [pass, ranks](const Observation& seen) -> Found {
            if (Found moved = find_move(seen)) return moved;
            const Found wrong =
                find_wrong_element(seen.table(tables::DigitCounts{}), radix::count(seen.before, pass), pass);
            if (wrong || !ranks) return wrong;
            return find_difference("rank", seen.table(tables::DigitRanks{}), radix::rank(seen.before, pass));
          }};
}

Claim scan_claim(const DigitPass& pass) {
  return {"every element of the table is the sum of the counts before it, which is the place of the first of its keys",
          [pass](const Observation& seen) -> Found {
            if (Found moved = find_move(seen)) return moved;
            return find_wrong_element(seen.table(tables::DigitScan{}), radix::scan(radix::count(seen.before, pass)),
                                      pass);
          }};
}

Claim moved_claim(const DigitPass& pass, bool records) {
  return {fmt::format("the array is in order by {}, and keys with equal digits keep their order{}", digit_text(pass),
                      records ? "; every record has moved with its key" : ""),
          [pass, records](const Observation& seen) { return find_misplaced(seen, pass, records); }};
}

Claim all_digits_claim(std::uint64_t digits, std::uint32_t bits, bool scanned, std::uint64_t left) {
  std::string sentence = scanned
                             ? "row d of the table holds, for each value, the number of keys whose digit d is smaller"
                             : "row d of the table counts the keys by digit d";
  if (left > 0) {
    sentence += left == 1
                    ? "; row 1 is 0, because blocks sort by digit 1 in the last pass"
                    : fmt::format("; rows 1 to {} are 0, because blocks sort by these digits in the last pass", left);
  }
  return {std::move(sentence), [digits, bits, scanned, left](const Observation& seen) {
            auto counts = radix::histogram(seen.before, digits, bits);
            std::fill_n(counts.begin(), left << bits, 0);
            return find_wrong(scanned ? seen.table(tables::AllDigitScan{}) : seen.table(tables::AllDigitCounts{}),
                              scanned ? radix::scan_bins(counts, bits) : counts, [bits](std::uint64_t place) {
                                const std::uint64_t digit = place >> bits;
                                return fmt::format("digit {}, value {} of the table", digit, place - (digit << bits));
                              });
          }};
}

Claim swept_claim(const DigitPass& pass, std::uint64_t portion_tiles, bool records) {
  return {moved_claim(pass, records).sentence + "; every tile's status is the sum up to its end",
          [pass, portion_tiles, records](const Observation& seen) {
            if (Found misplaced = find_misplaced(seen, pass, records)) return misplaced;
            return find_wrong(seen.table(tables::LookBackStatus{}), radix::onesweep(seen.before, pass, portion_tiles),
                              [&pass](std::uint64_t place) {
                                const std::uint64_t tile = place >> pass.bits;
                                return fmt::format("tile {}'s status for digit {}", tile, place - (tile << pass.bits));
                              });
          }};
}

namespace {

using Found = std::optional<Violation>;

Found find_unsorted(const Observation& seen) {
  return sorted_claim().find_violation(seen);
}

}  // namespace

Claim skipped_claim(const DigitPass& digit) {
  return {
      fmt::format("no key has moved, and all have the same bits {} to {}", digit.shift, digit.shift + digit.bits - 1),
      [digit](const Observation& seen) -> Found {
        if (Found moved = find_move(seen)) return moved;
        const auto other = std::ranges::find_if(
            seen.after, [&](std::uint64_t code) { return digit.digit(code) != digit.digit(seen.after.front()); });
        if (other == seen.after.end()) return std::nullopt;
        return Violation{"has a different digit from the first key",
                         static_cast<std::uint64_t>(other - seen.after.begin()), std::nullopt};
      }};
}

Claim left_claim() {
  return {"no key has moved", find_move};
}

Claim ranges_claim(std::uint32_t below) {
  return {fmt::format("every key has stayed in the range of keys with its bits from {} up, and the whole array is "
                      "sorted, with equal keys in their old order",
                      below),
          [below](const Observation& seen) -> Found {
            std::vector<std::uint64_t> order(seen.before.size());
            std::iota(order.begin(), order.end(), std::uint64_t{0});
            std::ranges::stable_sort(order, {}, [&](std::uint64_t i) { return seen.before[i]; });
            for (std::uint64_t i = 0; i < order.size(); ++i) {
              if (seen.before[i] >> below != seen.before[order[i]] >> below) {
                return Violation{"was outside the range of its prefix before", order[i], std::nullopt};
              }
              if (record_after(seen, i) != record_before(seen, order[i])) {
                return Violation{fmt::format("does not hold the key that was at place {}", order[i]), i, std::nullopt};
              }
            }
            return std::nullopt;
          }};
}

Claim reversed_claim() {
  return {"the order of all keys is reversed, and the whole array is sorted", [](const Observation& seen) -> Found {
            const std::uint64_t n = seen.after.size();
            for (std::uint64_t i = 0; i < n; ++i) {
              if (record_after(seen, i) != record_before(seen, n - 1 - i)) {
                return Violation{fmt::format("does not hold the key that was at place {}", n - 1 - i), i, std::nullopt};
              }
            }
            return find_unsorted(seen);
          }};
}

Claim stays_sorted_claim() {
  return {"no key has moved, because the whole array is sorted", [](const Observation& seen) -> Found {
            if (Found moved = find_move(seen)) return moved;
            return find_unsorted(seen);
          }};
}

Claim filled_claim() {
  return {"the whole array is sorted and contains each value as often as before", [](const Observation& seen) -> Found {
            std::vector<std::uint64_t> expected(seen.before.begin(), seen.before.end());
            std::ranges::sort(expected);
            return find_difference("key", seen.after, expected);
          }};
}

}  // namespace texelsort::algorithms
