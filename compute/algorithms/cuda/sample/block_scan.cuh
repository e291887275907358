#pragma once

#include <cstdint>

/// Prefix sums over the threads of a block.
namespace texelsort::algorithms::sample {

inline constexpr unsigned warp_lanes = 32, every_lane = 0xFFFF'FFFF;

/// Shared memory of block_exclusive_scan().
struct ScanSpace {
  unsigned sums[warp_lanes + 1];
};

/// The sum of `own` over the block's threads before this one; `all` becomes the sum over all of them. Blocks are of
/// whole warps. Ends in a barrier.
__device__ inline unsigned block_exclusive_scan(unsigned own, unsigned& all, ScanSpace& space) {
  const unsigned lane = threadIdx.x % warp_lanes, warp = threadIdx.x / warp_lanes, warps = blockDim.x / warp_lanes;
  unsigned sum = own;
  for (unsigned step = 1; step < warp_lanes; step *= 2) {
    const unsigned other = __shfl_up_sync(every_lane, sum, step);
    if (lane >= step) sum += other;
  }
  if (lane == warp_lanes - 1) space.sums[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    const unsigned before = lane < warps ? space.sums[lane] : 0;
    unsigned total = before;
    for (unsigned step = 1; step < warp_lanes; step *= 2) {
      const unsigned other = __shfl_up_sync(every_lane, total, step);
      if (lane >= step) total += other;
    }
    space.sums[lane] = total - before;
    if (lane == warp_lanes - 1) space.sums[warp_lanes] = total;
  }
  __syncthreads();
  const unsigned result = space.sums[warp] + sum - own;
  all = space.sums[warp_lanes];
  __syncthreads();
  return result;
}

}  // namespace texelsort::algorithms::sample
