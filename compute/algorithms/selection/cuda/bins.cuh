#pragma once

#include "compute/algorithms/cuda/kernels/scan.cuh"
#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::selection {
namespace {

/// Scans a histogram by a block. Calls visit(bin, before, end) for each bin: the bin contains the keys of the ranks
/// from `before` to `end` - 1. `sums` is shared memory. Barriers separate all earlier accesses of the block from the
/// calls.
template <typename Visit>
__device__ void visit_bins(const std::uint32_t* counts, unsigned bins, std::uint32_t* sums, const Visit& visit) {
  const unsigned each = (bins + blockDim.x - 1) / blockDim.x;
  const unsigned first = min(bins, threadIdx.x * each), last = min(bins, first + each);
  std::uint32_t own = 0;
  for (unsigned bin = first; bin < last; ++bin) own += counts[bin];
  std::uint32_t before = kernels::exclusive_scan(kernels::whole_block(), own, sums).before;
  for (unsigned bin = first; bin < last; ++bin) {
    const std::uint32_t end = before + counts[bin];
    visit(bin, before, end);
    before = end;
  }
}

}  // namespace
}  // namespace texelsort::algorithms::selection
