#include "compute/algorithms/selection/digit_levels.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/selection/selection_claims.h"

namespace texelsort::algorithms {

std::vector<DigitLevel> digit_levels(unsigned open, unsigned width) {
  std::vector<DigitLevel> levels;
  for (unsigned left = open; left > 0;) {
    const unsigned digit = std::min(left, width);
    left -= digit;
    levels.push_back({left, digit});
  }
  return levels;
}

std::vector<std::uint64_t> count_digits(std::span<const std::uint64_t> codes, const Interval& range,
                                        const DigitLevel& level, std::uint64_t prefix) {
  std::vector<std::uint64_t> counts(std::size_t{1} << level.width, 0);
  for (const std::uint64_t code : codes) {
    const std::uint64_t digits = (code - range.low) >> level.shift;
    if (digits >> level.width == prefix) ++counts[digits & (counts.size() - 1)];
  }
  return counts;
}

Claim histogram_claim(std::string sentence, const Interval& range, const DigitLevel& level,
                      std::vector<std::uint64_t> prefixes, std::uint64_t first, std::uint64_t bins) {
  return {std::move(sentence), [=](const Observation& seen) -> std::optional<Violation> {
            if (auto changed = find_changed_key(seen)) return changed;
            const std::vector<std::uint64_t> table = seen.table(tables::SelectionHistogram{});
            for (std::size_t p = 0; p < prefixes.size(); ++p) {
              const auto expected = count_digits(seen.after, range, level, prefixes[p]);
              for (std::size_t d = 0; d < expected.size(); ++d) {
                const std::uint64_t counted = table[(first + p) * bins + d];
                if (counted == expected[d]) continue;
                return Violation{fmt::format("digit {} after prefix {:#x} was counted {} times and occurs {} times", d,
                                             prefixes[p], counted, expected[d]),
                                 std::nullopt, std::nullopt};
              }
            }
            return std::nullopt;
          }};
}

Claim candidates_claim(std::string sentence, std::vector<Candidate> candidates) {
  return {std::move(sentence),
          [candidates = std::move(candidates)](const Observation& seen) -> std::optional<Violation> {
            if (auto changed = find_changed_key(seen)) return changed;
            for (const Candidate& candidate : candidates) {
              const std::uint64_t n = seen.after.size();
              const std::uint64_t below = n - count_at_least(seen.after, candidate.low);
              const std::uint64_t above =
                  candidate.high == ~std::uint64_t{0} ? 0 : count_at_least(seen.after, candidate.high + 1);
              if (below <= candidate.rank && candidate.rank < n - above) continue;
              return Violation{fmt::format("place {} is not between the {} keys below and the {} above its candidates",
                                           candidate.rank, below, above),
                               candidate.rank, std::nullopt};
            }
            return std::nullopt;
          }};
}

}  // namespace texelsort::algorithms
