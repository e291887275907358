#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/algorithms/selection/selection_plan.h"
#include "compute/gpu/objects.h"

/// The CPU twins of shaders/selection/: where codes stand in a depth buffer.
namespace texelsort::algorithms {

/// Bits of a depth that a 32-bit float between 0 and 1 holds exactly, and that the way of a quad's depth through the
/// vertex transformation keeps.
inline constexpr unsigned depth_bits = 24;

/// From 0, below the window or its lowest code, to 2^24 - 1, its highest or above.
std::uint32_t place_in(const DepthWindow& window, std::uint64_t code);

/// place / 2^24, exact.
float depth_of(std::uint32_t place);

/// The buffer that a window is filled into: the extent of the keys' texture, or of its blocks of fold x fold texels.
gpu::Extent depth_extent(gpu::Extent keys, const DepthWindow& window, std::uint32_t fold);

/// All depths of a filled buffer, row by row. `codes` are those of all texels, the ones past n included.
std::vector<float> depths(std::span<const std::uint64_t> codes, gpu::Extent keys, const DepthWindow& window,
                          std::uint32_t fold);

}  // namespace texelsort::algorithms
