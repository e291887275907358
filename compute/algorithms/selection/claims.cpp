#include "compute/algorithms/selection/claims.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/algorithms/core/differences.h"

namespace texelsort::algorithms {
namespace {

using Found = std::optional<Violation>;

/// Returns the claim that `find` finds no violation and that no key has moved.
Claim unmoved_claim(std::string sentence, std::function<Found(const Observation&)> find) {
  return {std::move(sentence), [find = std::move(find)](const Observation& seen) {
            const Found moved = find_move(seen);
            return moved ? moved : find(seen);
          }};
}

std::vector<std::uint64_t> codes_of_texels(const Observation& seen, gpu::Extent keys, std::uint64_t past_n) {
  std::vector<std::uint64_t> codes(seen.after.begin(), seen.after.end());
  codes.resize(std::size_t{keys.width} * keys.height, past_n);
  return codes;
}

/// Numbers k of the wanted k-th largest keys, divided by a threshold: the key is at least the threshold, or below it.
struct Sides {
  Sides(const std::vector<std::uint64_t>& ks, std::uint64_t count) {
    for (const std::uint64_t k : ks) (count >= k ? at_least : below).push_back(k);
  }
  std::vector<std::uint64_t> at_least, below;
};

}  // namespace

Claim count_claim(std::string sentence, std::uint64_t threshold, std::uint64_t count) {
  return unmoved_claim(std::move(sentence), [threshold, count](const Observation& seen) -> Found {
    const std::uint64_t expected = count_at_least(seen.after, threshold);
    if (count == expected) return std::nullopt;
    return Violation{fmt::format("counted {} keys, but {} are at least the threshold", count, expected), {}, {}};
  });
}

Claim sample_claim(std::string sentence, std::uint64_t threshold, std::uint64_t count, gpu::Extent keys,
                   std::uint32_t side) {
  return unmoved_claim(std::move(sentence), [=](const Observation& seen) -> Found {
    const std::uint64_t expected = count_at_least(samples(seen.after, seen.after.size(), keys, side), threshold);
    if (count == expected) return std::nullopt;
    return Violation{fmt::format("counted {} samples, but {} are at least the threshold", count, expected), {}, {}};
  });
}

Claim fill_claim(std::string sentence, const DepthWindow& window, gpu::Extent keys, std::uint64_t n, std::uint32_t side,
                 std::uint64_t past_n) {
  return unmoved_claim(std::move(sentence), [=](const Observation& seen) -> Found {
    const std::vector<float> expected = depths(codes_of_texels(seen, keys, past_n), n, keys, window, side);
    const std::vector<std::uint64_t> filled = seen.table(tables::Depth{});
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (filled[i] == std::bit_cast<std::uint32_t>(expected[i])) continue;
      const float depth = std::bit_cast<float>(static_cast<std::uint32_t>(filled[i]));
      return Violation{fmt::format("the depth is {}, expected {} for the key", depth, expected[i]), i, {}};
    }
    return std::nullopt;
  });
}

Claim guess_claim(std::string sentence, const Interval& range, const DigitLevel& level, const HistogramShape& shape,
                  data::KeyType type, const SampledRanks& ranks, std::pair<std::uint32_t, std::uint32_t> bins) {
  return unmoved_claim(std::move(sentence), [=](const Observation& seen) -> Found {
    const std::uint64_t vector_keys = 16 / data::key_bytes(type);
    std::vector<std::uint64_t> digits;
    for (const std::uint64_t vector : sampled_vectors(shape, seen.after.size(), type)) {
      for (std::uint64_t i = 0; i < vector_keys; ++i) {
        digits.push_back((seen.after[vector * vector_keys + i] - range.low) >> level.shift);
      }
    }
    std::ranges::sort(digits);
    if (digits[ranks.low] == bins.first && digits[ranks.high] == bins.second) return std::nullopt;
    return Violation{
        fmt::format("the sample's keys are in bins {} to {}", digits[ranks.low], digits[ranks.high]), {}, {}};
  });
}

Claim histogram_claim(const Interval& range, const DigitLevel& level, std::vector<std::uint64_t> prefixes,
                      std::uint64_t first, std::uint64_t bins) {
  return unmoved_claim("each bin counts the keys with its prefix and its digit", [=](const Observation& seen) -> Found {
    const std::vector<std::uint64_t> table = seen.table(tables::SelectionHistogram{});
    for (std::size_t p = 0; p < prefixes.size(); ++p) {
      const auto expected = count_digits(seen.after, range, level, prefixes[p]);
      const auto row = std::span(table).subspan((first + p) * bins, expected.size());
      const std::string what = fmt::format("after prefix {:#x}, the count of digit", prefixes[p]);
      if (auto found = find_difference(what, row, expected)) return Violation{found->message, {}, {}};
    }
    return std::nullopt;
  });
}

Claim candidates_claim(std::string sentence, std::vector<Candidate> candidates) {
  return unmoved_claim(std::move(sentence), [candidates = std::move(candidates)](const Observation& seen) -> Found {
    for (const Candidate& candidate : candidates) {
      const std::uint64_t n = seen.after.size();
      const std::uint64_t below = n - count_at_least(seen.after, candidate.low);
      const std::uint64_t above =
          candidate.high == ~std::uint64_t{0} ? 0 : count_at_least(seen.after, candidate.high + 1);
      if (below <= candidate.rank && candidate.rank < n - above) continue;
      return Violation{fmt::format("rank {} is not between the {} keys below and the {} keys above its candidates",
                                   candidate.rank, below, above),
                       candidate.rank,
                       {}};
    }
    return std::nullopt;
  });
}

std::string decision_text(const std::vector<std::uint64_t>& ks, std::uint64_t count) {
  const Sides sides(ks, count);
  if (sides.at_least.empty()) return "bit 0";
  if (sides.below.empty()) return "bit 1";
  return fmt::format("bit 1 for k = {}; bit 0 for k = {}", fmt::join(sides.at_least, ", "),
                     fmt::join(sides.below, ", "));
}

std::string comparison_text(const std::vector<std::uint64_t>& ks, std::uint64_t count) {
  const Sides sides(ks, count);
  if (ks.size() == 1) return fmt::format("v_{} {} m", ks[0], sides.below.empty() ? ">=" : "<");
  std::vector<std::string> parts;
  if (!sides.at_least.empty()) parts.push_back(fmt::format("v_k >= m for k = {}", fmt::join(sides.at_least, ", ")));
  if (!sides.below.empty()) parts.push_back(fmt::format("v_k < m for k = {}", fmt::join(sides.below, ", ")));
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace texelsort::algorithms
