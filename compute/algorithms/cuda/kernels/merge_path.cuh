#pragma once

#include <cstdint>

namespace texelsort::algorithms::kernels {

/// How many of the first `before` elements of a stable merge are from A, of `of_a` elements, the others from B, of
/// `of_b`: where a diagonal crosses the merge path (Green, McColl and Bader, GPU Merge Path, ICS 2012).
/// `precedes(j, i)`: B's element j comes before A's element i.
template <typename Index, typename Precedes>
__device__ __forceinline__ Index path_crossing(Index before, Index of_a, Index of_b, const Precedes& precedes) {
  Index low = before > of_b ? before - of_b : 0, high = before < of_a ? before : of_a;
  while (low < high) {
    const Index half = (low + high) / 2;
    if (precedes(before - 1 - half, half)) {
      high = half;
    } else {
      low = half + 1;
    }
  }
  return low;
}

/// The same by the lanes of a warp together, each of which looks at one of 32 places at a time: five rounds of memory's
/// latency instead of 24 for 2^24 elements. All of them call it, and all get the answer.
template <typename Precedes>
__device__ std::uint64_t warp_path_crossing(std::uint64_t before, std::uint64_t of_a, std::uint64_t of_b,
                                            const Precedes& precedes) {
  constexpr unsigned lanes = 32, all = ~0u;
  const unsigned lane = threadIdx.x % lanes;
  std::uint64_t low = before > of_b ? before - of_b : 0, high = before < of_a ? before : of_a;
  while (low < high) {
    const std::uint64_t length = high - low, step = (length + lanes - 1) / lanes, half = low + lane * step;
    const bool behind = half >= high || precedes(before - 1 - half, half);
    const unsigned votes = __ballot_sync(all, behind), first = votes == 0 ? lanes : __ffs(votes) - 1;
    if (first * step < length) high = low + first * step;
    if (first > 0) low += (first - 1) * step + 1;
  }
  return low;
}

}  // namespace texelsort::algorithms::kernels
