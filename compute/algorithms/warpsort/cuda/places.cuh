#pragma once

#include "compute/algorithms/cuda/kernels/scan.cuh"
#include "compute/algorithms/warpsort/cuda/launch.h"
#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::warpsort {
namespace {

/// Scans the lengths of a part's subsequences, with one warp per part. The first destination is the total length of all
/// preceding parts in all sequences.
__global__ void places_kernel(std::uint64_t n, std::uint64_t length, std::uint64_t sequences, std::uint64_t parts,
                              const std::uint64_t* bounds, std::uint64_t* places) {
  TEXELSORT_SHARED(sums, std::uint64_t[kernels::most_sums]);
  const kernels::Team warp = kernels::whole_block();
  const std::uint64_t* from = bounds + blockIdx.x * sequences;
  std::uint64_t* to = places + blockIdx.x * sequences;
  if (blockIdx.x == parts) {
    if (warp.rank == 0) *to = n;
    return;
  }
  std::uint64_t own = 0;
  for (std::uint64_t j = warp.rank; j < sequences; j += warp.width) own += from[j] - sequence(j, length, n).first;
  kernels::scan_range(
      warp, 0, sequences, kernels::warp_sum(own), sums, [&](std::uint64_t j) { return from[sequences + j] - from[j]; },
      [&](std::uint64_t j, std::uint64_t before) { to[j] = before; });
}

struct PlaceKernels final : PlaceLaunches {
  void place_parts(const Settings& settings, std::uint64_t n, std::uint64_t length, std::uint64_t sequences,
                   const std::uint64_t* bounds, std::uint64_t* places, Stream stream) const override {
    cuda::launch("Warpsort's places", {static_cast<unsigned>(settings.parts + 1), kernels::warp_lanes, 0, stream},
                 places_kernel, n, length, sequences, settings.parts, bounds, places);
  }
};

}  // namespace
}  // namespace texelsort::algorithms::warpsort
