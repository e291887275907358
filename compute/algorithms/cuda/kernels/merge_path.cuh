#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/partition_point.cuh"
#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::kernels {
namespace {

/// Bounds of a diagonal's crossing with the merge path: minimum and maximum number of elements of A among the first
/// `before` elements of the merge. A has `of_a` elements, B has `of_b`.
template <typename Index>
struct PathRange {
  Index low, high;

  __device__ PathRange(Index before, Index of_a, Index of_b)
      : low(before > of_b ? before - of_b : 0), high(before < of_a ? before : of_a) {}

  /// Narrows the range by the crossing of an earlier diagonal (`distance` elements before) at `crossed` elements of A.
  __device__ void follow(Index crossed, Index distance) {
    low = max(low, crossed);
    high = min(high, crossed + distance);
  }
  /// Narrows the range by the crossing of a later diagonal (`distance` elements after) at `crossed` elements of A.
  __device__ void precede(Index crossed, Index distance) {
    low = max(low, crossed > distance ? crossed - distance : 0);
    high = min(high, crossed);
  }
};

/// Returns how many of the first `before` elements of a stable merge of A and B are from A. The result is in `range`.
/// It is the crossing of a diagonal with the merge path (Green, McColl and Bader, GPU Merge Path, ICS 2012).
/// precedes(j, i) is true if B's element j precedes A's element i.
template <typename Index, typename Precedes>
__device__ __forceinline__ Index path_crossing(const PathRange<Index>& range, Index before, const Precedes& precedes) {
  return partition_point(range.low, range.high, [&](Index i) { return precedes(before - 1 - i, i); });
}
/// Returns the crossing of the diagonal `before` for a range A of `of_a` elements and a range B of `of_b` elements.
template <typename Index, typename Precedes>
__device__ __forceinline__ Index path_crossing(Index before, Index of_a, Index of_b, const Precedes& precedes) {
  return path_crossing(PathRange<Index>(before, of_a, of_b), before, precedes);
}

/// Finds the crossing within a range by `lanes` adjacent lanes, each of which tests one index at a time. For 2^24
/// elements, 32 lanes need five memory latencies instead of 24. All these lanes must call it, and all get the same
/// result.
template <unsigned lanes, typename Precedes>
__device__ std::uint64_t path_crossing_by(PathRange<std::uint64_t> range, std::uint64_t before,
                                          const Precedes& precedes) {
  static_assert(lanes <= 32 && (lanes & (lanes - 1)) == 0);
  const unsigned lane = threadIdx.x % lanes, first_lane = threadIdx.x % 32 - lane;
  const unsigned all = (~0u >> (32 - lanes)) << first_lane;
  while (range.low < range.high) {
    const std::uint64_t length = range.high - range.low, step = (length + lanes - 1) / lanes;
    const std::uint64_t half = range.low + lane * step;
    const bool behind = half >= range.high || precedes(before - 1 - half, half);
    const unsigned votes = __ballot_sync(all, behind) & all;
    const unsigned first = votes == 0 ? lanes : __ffs(votes) - 1 - first_lane;
    if (first * step < length) range.high = range.low + first * step;
    if (first > 0) range.low += (first - 1) * step + 1;
  }
  return range.low;
}

}  // namespace
}  // namespace texelsort::algorithms::kernels
