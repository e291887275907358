#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/algorithms/selection/counting_plan.h"
#include "compute/algorithms/selection/histogram_plan.h"
#include "compute/gpu/objects.h"

/// The CPU references of shaders/selection/.
namespace texelsort::algorithms {

/// What a pass against a threshold counts, whether by depths or by discarded fragments: the codes that are at least as
/// large.
std::uint64_t count_at_least(std::span<const std::uint64_t> codes, std::uint64_t threshold);

/// Bits of a depth that a 32-bit float between 0 and 1 holds exactly, and that the way of a quad's depth through the
/// vertex transformation keeps.
inline constexpr unsigned depth_bits = 24;

/// Where a code stands in a depth buffer. From 0, below the window or its lowest code, to 2^24 - 1, its highest or
/// above.
std::uint32_t place_in(const DepthWindow& window, std::uint64_t code);

/// place / 2^24, exact.
float depth_of(std::uint32_t place);

/// The codes that sample_to_depth.frag draws from n of them: one of each block of side x side texels, row by row.
std::vector<std::uint64_t> samples(std::span<const std::uint64_t> codes, std::uint64_t n, gpu::Extent keys,
                                   std::uint32_t side);

/// The buffer that a window is filled into: the extent of the keys' texture, or what there is of its blocks of side x
/// side texels.
gpu::Extent depth_extent(gpu::Extent keys, const DepthWindow& window, std::uint32_t side);

/// All depths of a buffer that copy_to_depth.frag, sample_to_depth.frag, fold_to_depth.frag or gathered_to_depth.frag
/// has filled, row by row. `codes` are those of all texels, the ones past n included.
std::vector<float> depths(std::span<const std::uint64_t> codes, std::uint64_t n, gpu::Extent keys,
                          const DepthWindow& window, std::uint32_t side);

/// histogram.comp: counts[d] codes of the range whose bits above the level's digit are `prefix` and whose digit is d.
std::vector<std::uint64_t> count_digits(std::span<const std::uint64_t> codes, const Interval& range,
                                        const DigitLevel& level, std::uint64_t prefix);

}  // namespace texelsort::algorithms
