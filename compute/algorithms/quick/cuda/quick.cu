#include "compute/algorithms/cuda/kernels/scan.cuh"
#include "compute/algorithms/quick/cuda/launch.h"
#include "compute/cuda/error.h"

namespace texelsort::algorithms::quick {
namespace {

/// A warp scans the counts of one part's shares, those of one class after those of the class before.
__global__ void places_kernel(const SharedPart* parts, std::uint64_t* counts, std::uint64_t* sizes) {
  __shared__ std::uint64_t sums[kernels::most_sums];
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

}  // namespace

void place_classes(const SharedPart* parts, std::uint64_t count, std::uint64_t* counts, std::uint64_t* sizes,
                   Stream stream) {
  places_kernel<<<static_cast<unsigned>(count), kernels::warp_lanes, 0, stream>>>(parts, counts, sizes);
  cuda::check_launch("quicksort's scan");
}

}  // namespace texelsort::algorithms::quick
