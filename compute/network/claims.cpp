#include "compute/network/claims.h"

#include <algorithm>
#include <string>

namespace texelsort::network {

StepClaim sorted_blocks(std::uint64_t block) {
  const auto test = [block](std::span<const std::uint64_t> codes) -> std::optional<std::uint64_t> {
    for (std::uint64_t i = 1; i < codes.size(); ++i) {
      if (i % block != 0 && codes[i] < codes[i - 1]) return i;
    }
    return std::nullopt;
  };
  return {"every block of " + std::to_string(block) + " keys is sorted", test};
}

StepClaim ordered_halves(std::uint64_t block) {
  const auto test = [block](std::span<const std::uint64_t> codes) -> std::optional<std::uint64_t> {
    const std::uint64_t n = codes.size();
    const std::uint64_t half = block / 2;
    for (std::uint64_t start = 0; start + half < n; start += block) {
      const std::uint64_t greatest = *std::max_element(codes.begin() + start, codes.begin() + start + half);
      for (std::uint64_t i = start + half; i < std::min(start + block, n); ++i) {
        if (codes[i] < greatest) return i;
      }
    }
    return std::nullopt;
  };
  return {
      "in every block of " + std::to_string(block) + " keys, no key of the first half exceeds a key of the second half",
      test};
}

}  // namespace texelsort::network
