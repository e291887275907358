#pragma once

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

}  // namespace texelsort::algorithms::kernels
