#pragma once

#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::kernels {
namespace {

/// Returns the first index in [low, high) for which reached(index) is true, or `high` if none is. reached() must be
/// true for all indices after the first such index. Index must be able to represent 2 * high.
template <typename Index, typename Reached>
__device__ __forceinline__ Index partition_point(Index low, Index high, const Reached& reached) {
  while (low < high) {
    const Index half = (low + high) / 2;
    if (reached(half)) {
      high = half;
    } else {
      low = half + 1;
    }
  }
  return low;
}

}  // namespace
}  // namespace texelsort::algorithms::kernels
