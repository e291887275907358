#pragma once

#include "compute/algorithms/cuda/kernels/scan.cuh"
#include "compute/algorithms/quick/cuda/launch.h"
#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::quick {
namespace {

/// Scans the counts of all shares of a part, class by class (less, equal, greater). One warp processes one part.
__global__ void places_kernel(const SharedPart* parts, std::uint64_t* counts, std::uint64_t* sizes) {
  TEXELSORT_SHARED(sums, std::uint64_t[kernels::most_sums]);
  const SharedPart part = parts[blockIdx.x];
  const kernels::Team warp = kernels::whole_block();
  std::uint64_t place = part.first;
  for (unsigned kind = 0; kind < 3; ++kind) {
    const std::uint64_t first = place;
    place = kernels::scan_range(
        warp, part.share, part.share_end, first, sums, [&](std::uint64_t i) { return counts[3 * i + kind]; },
        [&](std::uint64_t i, std::uint64_t before) { counts[3 * i + kind] = before; });
    if (kind < 2 && warp.rank == 0) sizes[2 * std::uint64_t{blockIdx.x} + kind] = place - first;
  }
}

struct PlaceKernels final : PlaceLaunches {
  void place_classes(const SharedPart* parts, std::uint64_t count, std::uint64_t* counts, std::uint64_t* sizes,
                     Stream stream) const override {
    cuda::launch("quicksort's scan", {static_cast<unsigned>(count), kernels::warp_lanes, 0, stream}, places_kernel,
                 parts, counts, sizes);
  }
};

}  // namespace
}  // namespace texelsort::algorithms::quick
