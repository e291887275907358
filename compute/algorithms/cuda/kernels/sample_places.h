#pragma once

#include <cstdint>

#include "compute/data/mix.h"

namespace texelsort::algorithms::kernels {

/// Where the samples of a segment of `size` keys are drawn: each at a random place of its own part of the segment, so
/// that places ascend.
struct SamplePlaces {
  std::uint64_t seed, part, rest;

  constexpr SamplePlaces(std::uint64_t level_seed, std::uint64_t segment, std::uint64_t samples, std::uint64_t size)
      : seed(data::mix(level_seed + segment)), part(size / samples), rest(size % samples) {}

  /// The place of sample i, from 0 to `size`.
  constexpr std::uint64_t operator()(std::uint64_t i) const {
    const std::uint64_t first = i * part + (i < rest ? i : rest), length = part + (i < rest ? 1 : 0);
    // Parts are shorter than 2^32; of fewer keys than samples some have none, and the key after them stands for them.
    const std::uint64_t random = data::mix(seed + data::golden_gamma * (i + 1)) >> 32;
    if (length > 0) return first + (random * length >> 32);
    return first > 0 ? first - 1 : 0;
  }
};

}  // namespace texelsort::algorithms::kernels
