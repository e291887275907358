#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/algorithms/selection/counting_plan.h"
#include "compute/algorithms/selection/histogram_plan.h"
#include "compute/gpu/objects.h"

/// CPU reference implementations of shaders/selection/.
namespace texelsort::algorithms {

/// Returns the result of a pass against a threshold, by depths or by discarded fragments: the number of encoded keys
/// that are at least as large.
std::uint64_t count_at_least(std::span<const std::uint64_t> codes, std::uint64_t threshold);

/// Bits of a depth that a 32-bit float between 0 and 1 stores exactly, and that a quad's depth keeps in the vertex
/// transformation.
inline constexpr unsigned depth_bits = 24;

/// Returns the place of an encoded key in a depth buffer: 0 for the window's lowest key and all below, up to 2^24 - 1
/// for its highest key and all above.
std::uint32_t place_in(const DepthWindow& window, std::uint64_t code);

/// Returns place / 2^24, which is exact.
float depth_of(std::uint32_t place);

/// Returns the samples of sample_to_depth.frag from n encoded keys: one per block of side x side texels, row by row.
std::vector<std::uint64_t> samples(std::span<const std::uint64_t> codes, std::uint64_t n, gpu::Extent keys,
                                   std::uint32_t side);

/// Returns the extent of the buffer for a window: the extent of the keys' texture, or the number of its blocks of side
/// x side texels.
gpu::Extent depth_extent(gpu::Extent keys, const DepthWindow& window, std::uint32_t side);

/// Returns all depths of a buffer filled by copy_to_depth.frag, sample_to_depth.frag, fold_to_depth.frag or
/// gathered_to_depth.frag, row by row. `codes` are those of all texels, including the ones past n.
std::vector<float> depths(std::span<const std::uint64_t> codes, std::uint64_t n, gpu::Extent keys,
                          const DepthWindow& window, std::uint32_t side);

/// Reference of histogram.comp: counts[d] is the number of keys of the range with this prefix above the digit d.
std::vector<std::uint64_t> count_digits(std::span<const std::uint64_t> codes, const Interval& range,
                                        const DigitLevel& level, std::uint64_t prefix);

}  // namespace texelsort::algorithms
