#pragma once

#include <cstdint>

#include "compute/data/mix.h"

namespace texelsort::algorithms::kernels {

/// Random positions of the samples in a segment of `size` keys. The segment has one part per sample, and the parts are
/// equally long. Each sample has a random position in its part, so the positions ascend.
struct SamplePlaces {
  std::uint64_t seed, part, rest;

  constexpr SamplePlaces(std::uint64_t level_seed, std::uint64_t segment, std::uint64_t samples, std::uint64_t size)
      : seed(data::mix(level_seed + segment)), part(size / samples), rest(size % samples) {}

  /// Returns the position of sample i in its segment, in [0, size).
  constexpr std::uint64_t operator()(std::uint64_t i) const {
    const std::uint64_t first = i * part + (i < rest ? i : rest), length = part + (i < rest ? 1 : 0);
    // Parts are shorter than 2^32 keys. If there are fewer keys than samples, some parts are empty. The sample of an
    // empty part is the key before it.
    const std::uint64_t random = data::mix(seed + data::golden_gamma * (i + 1)) >> 32;
    if (length > 0) return first + (random * length >> 32);
    return first > 0 ? first - 1 : 0;
  }
};

}  // namespace texelsort::algorithms::kernels
