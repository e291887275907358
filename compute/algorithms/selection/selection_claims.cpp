#include "compute/algorithms/selection/selection_claims.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace texelsort::algorithms {

std::uint64_t count_at_least(std::span<const std::uint64_t> codes, std::uint64_t threshold) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(codes, [threshold](std::uint64_t code) { return code >= threshold; }));
}

std::optional<Violation> find_changed_key(const Observation& seen) {
  const auto [before, after] = std::ranges::mismatch(seen.before, seen.after);
  if (before == seen.before.end() && after == seen.after.end()) return std::nullopt;
  return Violation{"the key has changed, and a selection moves none",
                   static_cast<std::uint64_t>(before - seen.before.begin()), std::nullopt};
}

Claim count_claim(std::string sentence, std::uint64_t threshold, std::uint64_t count) {
  return {std::move(sentence), [threshold, count](const Observation& seen) -> std::optional<Violation> {
            if (auto changed = find_changed_key(seen)) return changed;
            const std::uint64_t expected = count_at_least(seen.after, threshold);
            if (count == expected) return std::nullopt;
            return Violation{fmt::format("counted {} keys, and {} are at least the threshold", count, expected),
                             std::nullopt, std::nullopt};
          }};
}

Claim fill_claim(std::string sentence, const DepthWindow& window, gpu::Extent keys, std::uint32_t fold,
                 std::uint64_t past_n) {
  return {std::move(sentence), [=](const Observation& seen) -> std::optional<Violation> {
            if (auto changed = find_changed_key(seen)) return changed;
            std::vector<std::uint64_t> codes(seen.after.begin(), seen.after.end());
            codes.resize(std::size_t{keys.width} * keys.height, past_n);
            const std::vector<float> expected = depths(codes, keys, window, fold);
            const std::vector<std::uint64_t> filled = seen.table(tables::Depth{});
            for (std::size_t i = 0; i < expected.size(); ++i) {
              if (filled[i] == std::bit_cast<std::uint32_t>(expected[i])) continue;
              return Violation{fmt::format("the depth is {}, and {} stands for the key",
                                           std::bit_cast<float>(static_cast<std::uint32_t>(filled[i])), expected[i]),
                               i, std::nullopt};
            }
            return std::nullopt;
          }};
}

namespace {

/// The ks of elements that are at least a threshold, and of those below it.
struct Sides {
  std::vector<std::uint64_t> at_least, below;
};

Sides sides_of(const std::vector<std::uint64_t>& ks, std::uint64_t count) {
  Sides sides;
  for (const std::uint64_t k : ks) (count >= k ? sides.at_least : sides.below).push_back(k);
  return sides;
}

}  // namespace

std::string decision_text(const std::vector<std::uint64_t>& ks, std::uint64_t count) {
  const auto [ones, zeros] = sides_of(ks, count);
  if (ones.empty()) return "bit 0";
  if (zeros.empty()) return "bit 1";
  return fmt::format("bit 1 for k = {}; bit 0 for k = {}", fmt::join(ones, ", "), fmt::join(zeros, ", "));
}

std::string comparison_text(const std::vector<std::uint64_t>& ks, std::uint64_t count) {
  const auto [at_least, below] = sides_of(ks, count);
  if (ks.size() == 1) return fmt::format("v_{} {} m", ks[0], below.empty() ? ">=" : "<");
  std::vector<std::string> parts;
  if (!at_least.empty()) parts.push_back(fmt::format("v_k >= m for k = {}", fmt::join(at_least, ", ")));
  if (!below.empty()) parts.push_back(fmt::format("v_k < m for k = {}", fmt::join(below, ", ")));
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace texelsort::algorithms
