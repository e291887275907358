#pragma once

#include <cstdint>

#include "compute/algorithms/core/index_range.h"
#include "compute/data/mix.h"

/// What Warpsort's host and kernels both know.
namespace texelsort::algorithms::warpsort {

/// What a run is told; description.cpp says what each member is for.
struct Settings {
  unsigned tile = 128;    ///< keys of a warp's network
  unsigned buffer = 128;  ///< t: keys of a warp's merge at a time
  unsigned warps = 4;     ///< of a block; each is by itself
  std::uint64_t sequences = 256, parts = 2048, sample = 8, seed = 1;
};

/// The place of the i-th key that is drawn of n.
constexpr std::uint64_t sample_place(std::uint64_t i, std::uint64_t n, std::uint64_t seed) {
  return data::split_mix(data::split_mix(seed) + i) % n;
}

/// Bytes of a key that is drawn, with its place: a multiple of its alignment.
constexpr std::uint64_t drawn_bytes(std::uint64_t key_bytes) {
  return key_bytes + sizeof(std::uint64_t);
}

/// Sequence `j` of those of `length`: [first, last).
constexpr IndexRange sequence(std::uint64_t j, std::uint64_t length, std::uint64_t n) {
  const std::uint64_t first = j * length < n ? j * length : n;
  return {first, n - first < length ? n : first + length};
}

}  // namespace texelsort::algorithms::warpsort
