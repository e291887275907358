#pragma once

#include <cstdint>

#include "compute/data/mix.h"

/// Choice of a quicksort pivot. Kernels and their reference implementations share this code.
namespace texelsort::algorithms::kernels {

/// Maximum number of sampled elements. The pivot is the median of 1, 3 or 5 elements at random positions.
inline constexpr unsigned most_drawn = 5;

/// Returns the random position of sample number `draw` in [first, first + count).
constexpr std::uint64_t drawn_place(std::uint64_t first, std::uint64_t count, unsigned draw, std::uint64_t seed) {
  return first + data::split_mix(data::split_mix(seed + first) + count * most_drawn + draw) % count;
}

/// Returns the median of the first `drawn` elements of `keys`: 1, 3 or 5. Reorders `keys`.
template <typename Word, typename Less>
constexpr Word median(Word (&keys)[most_drawn], unsigned drawn, Less less) {
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (unsigned end = most_drawn; end > 1; --end) {
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (unsigned i = 1; i < most_drawn; ++i) {
      if (i >= end || i >= drawn || !less(keys[i], keys[i - 1])) continue;
      const Word larger = keys[i - 1];
      keys[i - 1] = keys[i];
      keys[i] = larger;
    }
  }
  return drawn == 5 ? keys[2] : drawn == 3 ? keys[1] : keys[0];
}

}  // namespace texelsort::algorithms::kernels
