#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/algorithms/selection/counting_plan.h"
#include "compute/algorithms/selection/histogram_plan.h"
#include "compute/gpu/objects.h"

/// Reference implementations on the CPU of the shaders in shaders/selection/.
namespace texelsort::algorithms {

/// Returns the result of a counting pass, by depths or by discarded fragments: the number of encoded keys that are at
/// least the threshold.
std::uint64_t count_at_least(std::span<const std::uint64_t> codes, std::uint64_t threshold);

/// Number of bits of a depth that a 32-bit float between 0 and 1 stores exactly, and that the vertex transformation of
/// a quad preserves.
inline constexpr unsigned depth_bits = 24;

/// Returns the integer depth of an encoded key in a depth buffer, from 0 to 2^24 - 1. The window's lowest key and all
/// lower keys have depth 0. Its highest key and all higher keys have depth 2^24 - 1.
std::uint32_t place_in(const DepthWindow& window, std::uint64_t code);

/// Returns the depth of an integer depth `place` as a float, place / 2^24, which is exact.
float depth_of(std::uint32_t place);

/// Returns the samples that sample_to_depth.frag draws from n encoded keys: one per block of side x side texels, row by
/// row.
std::vector<std::uint64_t> samples(std::span<const std::uint64_t> codes, std::uint64_t n, gpu::Extent keys,
                                   std::uint32_t side);

/// Returns the extent of the depth buffer for a window. It is the extent of the texture of keys, or has one or more
/// texels per block. A block has side x side texels of the texture of keys.
gpu::Extent depth_extent(gpu::Extent keys, const DepthWindow& window, std::uint32_t side);

/// Returns all depths of a buffer filled by copy_to_depth.frag, sample_to_depth.frag, fold_to_depth.frag or
/// gathered_to_depth.frag, row by row. `codes` has the encoded keys of all texels, including those after the n keys.
std::vector<float> depths(std::span<const std::uint64_t> codes, std::uint64_t n, gpu::Extent keys,
                          const DepthWindow& window, std::uint32_t side);

/// Returns counts[d], the number of keys of the range that have this prefix and then the digit d. It is the reference
/// implementation of histogram.comp.
std::vector<std::uint64_t> count_digits(std::span<const std::uint64_t> codes, const Interval& range,
                                        const DigitLevel& level, std::uint64_t prefix);

}  // namespace texelsort::algorithms
