#include "compute/algorithms/selection/depth_window.h"

#include <algorithm>

namespace texelsort::algorithms {

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

}  // namespace texelsort::algorithms
