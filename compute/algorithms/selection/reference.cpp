#include "compute/algorithms/selection/reference.h"

#include <algorithm>
#include <functional>

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

namespace {

gpu::Extent blocks_of(gpu::Extent keys, std::uint32_t side) {
  return {(keys.width + side - 1) / side, (keys.height + side - 1) / side};
}

/// Returns the side in texels of the square that receives the gathered keys of a block.
std::uint32_t layers_side(const DepthWindow& window) {
  return window.layers == 16 ? 4 : 2;
}

/// Returns the depths of the gathered keys, with the largest key of each block first.
std::vector<float> gathered_depths(std::span<const std::uint64_t> codes, std::uint64_t n, gpu::Extent keys,
                                   const DepthWindow& window, std::uint32_t side) {
  const gpu::Extent blocks = blocks_of(keys, side), extent = depth_extent(keys, window, side);
  std::vector<std::vector<std::uint32_t>> places(std::size_t{blocks.width} * blocks.height);
  for (std::uint64_t i = 0; i < n; ++i) {
    if (codes[i] < window.codes.low || window.codes.last() < codes[i]) continue;
    places[i / keys.width / side * blocks.width + i % keys.width / side].push_back(place_in(window, codes[i]));
  }
  std::vector<float> filled(std::size_t{extent.width} * extent.height, 0.0f);
  const std::uint32_t inner = layers_side(window);
  for (std::size_t block = 0; block < places.size(); ++block) {
    std::ranges::sort(places[block], std::greater{});
    for (std::size_t layer = 0; layer < std::min<std::size_t>(places[block].size(), window.layers); ++layer) {
      const std::size_t x = block % blocks.width * inner + layer % inner,
                        y = block / blocks.width * inner + layer / inner;
      filled[y * extent.width + x] = depth_of(places[block][layer]);
    }
  }
  return filled;
}

}  // namespace

std::vector<std::uint64_t> samples(std::span<const std::uint64_t> codes, std::uint64_t n, gpu::Extent keys,
                                   std::uint32_t side) {
  const gpu::Extent blocks = blocks_of(keys, side);
  std::vector<std::uint64_t> drawn;
  for (std::uint32_t y = 0; y < blocks.height; ++y) {
    for (std::uint32_t x = 0; x < blocks.width; ++x) {
      const std::uint32_t hash =
          // same hash function as in shaders/selection/sampled.glsl
          (x * 2'654'435'761u ^ y * 2'246'822'519u) * 2'654'435'761u;
      const std::uint64_t column = std::min(x * side + (hash >> 28) % side, keys.width - 1);
      const std::uint64_t row = y * side + (hash >> 20) % side;
      drawn.push_back(codes[(row * keys.width + column) % n]);
    }
  }
  return drawn;
}

gpu::Extent depth_extent(gpu::Extent keys, const DepthWindow& window, std::uint32_t side) {
  if (window.form == DepthWindow::Form::whole) return keys;
  const gpu::Extent blocks = blocks_of(keys, side);
  if (window.form != DepthWindow::Form::gathered) return blocks;
  return {blocks.width * layers_side(window), blocks.height * layers_side(window)};
}

std::vector<float> depths(std::span<const std::uint64_t> codes, std::uint64_t n, gpu::Extent keys,
                          const DepthWindow& window, std::uint32_t side) {
  if (window.form == DepthWindow::Form::gathered) return gathered_depths(codes, n, keys, window, side);
  if (window.form == DepthWindow::Form::sampled) {
    std::vector<float> filled;
    for (const std::uint64_t code : samples(codes, n, keys, side)) filled.push_back(depth_of(place_in(window, code)));
    return filled;
  }
  const gpu::Extent extent = depth_extent(keys, window, side);
  std::vector<float> filled(std::size_t{extent.width} * extent.height, 0.0f);
  const bool folded = window.form == DepthWindow::Form::folded;
  for (std::uint32_t y = 0; y < keys.height; ++y) {
    for (std::uint32_t x = 0; x < keys.width; ++x) {
      const std::uint64_t code = codes[std::size_t{y} * keys.width + x];
      if (folded && (code < window.codes.low || window.codes.last() < code)) continue;
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
