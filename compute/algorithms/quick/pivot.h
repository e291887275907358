#pragma once

#include <cstdint>

/// How quicksort chooses a pivot, the same for kernels and their twins.
namespace texelsort::algorithms::quick {

/// The pivot is the median of so many elements at random places: 1, 3 or 5.
inline constexpr unsigned most_drawn = 5;

/// Scatters consecutive numbers over all 64-bit numbers: the finalizer of SplitMix64 (Steele, Lea & Flood, Fast
/// splittable pseudorandom number generators, 2014).
constexpr std::uint64_t scattered(std::uint64_t number) {
  number = (number + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
  number = (number ^ (number >> 27)) * 0x94d049bb133111ebu;
  return number ^ (number >> 31);
}

/// The place of the `draw`-th element that is drawn of [first, first + count).
constexpr std::uint64_t drawn_place(std::uint64_t first, std::uint64_t count, unsigned draw, std::uint64_t seed) {
  return first + scattered(scattered(seed + first) + count * most_drawn + draw) % count;
}

/// The median of the first `drawn` of `keys`, which are put in another order.
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

}  // namespace texelsort::algorithms::quick
