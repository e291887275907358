#pragma once

#include <cstdint>

#include "compute/algorithms/core/index_range.h"
#include "compute/data/mix.h"

/// Types that host code and kernels of Warpsort share.
namespace texelsort::algorithms::warpsort {

/// Settings of a Warpsort run. The settings table in description.cpp describes the members.
struct Settings {
  unsigned tile = 128;    ///< number of keys that a warp sorts by a network
  unsigned buffer = 128;  ///< number t of keys in a warp's merge buffer
  unsigned warps = 4;     ///< number of warps per block, each of which works independently
  std::uint64_t sequences = 256, parts = 2048, sample = 8, seed = 1;
};

/// Returns the random position of sample i among n keys.
constexpr std::uint64_t sample_place(std::uint64_t i, std::uint64_t n, std::uint64_t seed) {
  return data::split_mix(data::split_mix(seed) + i) % n;
}

/// Returns the bytes of a sampled key with its position. They are a multiple of the alignment of both.
constexpr std::uint64_t drawn_bytes(std::uint64_t key_bytes) {
  return key_bytes + sizeof(std::uint64_t);
}

/// Returns the range of positions of sequence `j`, if sequences have `length` keys.
constexpr IndexRange sequence(std::uint64_t j, std::uint64_t length, std::uint64_t n) {
  const std::uint64_t first = j * length < n ? j * length : n;
  return {first, n - first < length ? n : first + length};
}

}  // namespace texelsort::algorithms::warpsort
