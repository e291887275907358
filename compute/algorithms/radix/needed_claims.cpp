#include "compute/algorithms/radix/needed_claims.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "compute/algorithms/core/differences.h"
#include "compute/algorithms/core/sorted_claim.h"

namespace texelsort::algorithms {
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
        return Violation{"has another digit than the first key", static_cast<std::uint64_t>(other - seen.after.begin()),
                         std::nullopt};
      }};
}

Claim left_claim() {
  return {"no key has moved", find_move};
}

Claim ranges_claim(std::uint32_t below) {
  return {fmt::format("keys with the same bits from {} on have kept their range of the array, and the whole array is "
                      "sorted, equal keys in their old order",
                      below),
          [below](const Observation& seen) -> Found {
            std::vector<std::uint64_t> order(seen.before.size());
            std::iota(order.begin(), order.end(), std::uint64_t{0});
            std::ranges::stable_sort(order, {}, [&](std::uint64_t i) { return seen.before[i]; });
            for (std::uint64_t i = 0; i < order.size(); ++i) {
              if (seen.before[i] >> below != seen.before[order[i]] >> below) {
                return Violation{"was not in the range of its prefix before", order[i], std::nullopt};
              }
              if (record_after(seen, i) != record_before(seen, order[i])) {
                return Violation{fmt::format("does not hold what stood at place {}", order[i]), i, std::nullopt};
              }
            }
            return std::nullopt;
          }};
}

Claim reversed_claim() {
  return {"every key stands as far from the end as it stood from the start, and the whole array is sorted",
          [](const Observation& seen) -> Found {
            const std::uint64_t n = seen.after.size();
            for (std::uint64_t i = 0; i < n; ++i) {
              if (record_after(seen, i) != record_before(seen, n - 1 - i)) {
                return Violation{fmt::format("does not hold what stood at place {}", n - 1 - i), i, std::nullopt};
              }
            }
            return find_unsorted(seen);
          }};
}

Claim stays_sorted_claim() {
  return {"no key has moved, for the whole array is sorted", [](const Observation& seen) -> Found {
            if (Found moved = find_move(seen)) return moved;
            return find_unsorted(seen);
          }};
}

Claim filled_claim() {
  return {"the whole array is sorted, and has each value as often as before", [](const Observation& seen) -> Found {
            std::vector<std::uint64_t> expected(seen.before.begin(), seen.before.end());
            std::ranges::sort(expected);
            return find_difference("key", seen.after, expected);
          }};
}

}  // namespace texelsort::algorithms
