#pragma once

#include "compute/algorithms/cuda/kernels/merge_path.cuh"
#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::kernels {
namespace {

/// Narrows a long range to `reach` elements on both sides of `place`, where the merge path is expected to cross the
/// diagonal. If the path crosses elsewhere, narrows the range to that side. Needs one memory latency instead of many.
/// `before` and `precedes` are those of path_crossing().
template <typename Index, typename Precedes>
__device__ void expect_crossing(PathRange<Index>& range, Index place, Index reach, Index before,
                                const Precedes& precedes) {
  if (range.high - range.low <= 4 * reach) return;
  const auto reached = [&](Index i) { return precedes(before - 1 - i, i); };
  place = min(max(place, range.low), range.high);
  const Index left = place > range.low + reach ? place - reach : range.low;
  const Index right = place + reach < range.high ? place + reach : range.high;
  const bool earlier = left > range.low && reached(left - 1), later = right < range.high && !reached(right);
  range.low = later ? right + 1 : earlier ? range.low : left;
  range.high = earlier ? left - 1 : later ? range.high : right;
}

}  // namespace
}  // namespace texelsort::algorithms::kernels
