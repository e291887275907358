#include "compute/algorithms/selection/twin.h"

#include <algorithm>

namespace texelsort::algorithms {

std::uint64_t count_at_least(std::span<const std::uint64_t> codes, std::uint64_t threshold) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(codes, [threshold](std::uint64_t code) { return code >= threshold; }));
}

std::uint32_t place_in(const DepthWindow& window, std::uint64_t code) {
  constexpr std::uint64_t top = (std::uint64_t{1} << depth_bits) - 1;
  if (code < window.codes.low) return 0;
  return static_cast<std::uint32_t>(std::min((code - window.codes.low) >> window.shift, top));
}

float depth_of(std::uint32_t place) {
  return static_cast<float>(place) / static_cast<float>(std::uint32_t{1} << depth_bits);
}

gpu::Extent depth_extent(gpu::Extent keys, const DepthWindow& window, std::uint32_t fold) {
  if (!window.folded) return keys;
  return {(keys.width + fold - 1) / fold, (keys.height + fold - 1) / fold};
}

std::vector<float> depths(std::span<const std::uint64_t> codes, gpu::Extent keys, const DepthWindow& window,
                          std::uint32_t fold) {
  const gpu::Extent extent = depth_extent(keys, window, fold);
  std::vector<float> filled(std::size_t{extent.width} * extent.height, 0.0f);
  const std::uint32_t side = window.folded ? fold : 1;
  for (std::uint32_t y = 0; y < keys.height; ++y) {
    for (std::uint32_t x = 0; x < keys.width; ++x) {
      const std::uint64_t code = codes[std::size_t{y} * keys.width + x];
      const bool within = window.codes.low <= code && code <= window.codes.last();
      if (window.folded && !within) continue;
      float& depth = filled[std::size_t{y / side} * extent.width + x / side];
      depth = std::max(depth, depth_of(place_in(window, code)));
    }
  }
  return filled;
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

}  // namespace texelsort::algorithms
