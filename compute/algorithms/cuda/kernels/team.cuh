#pragma once

#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::kernels {
namespace {

inline constexpr unsigned warp_lanes = 32, every_lane = 0xFFFF'FFFF;

/// Threads that cooperate: one warp, or all threads of a block of several warps.
struct Team {
  unsigned width = 0;  ///< number of threads, a multiple of 32
  unsigned rank = 0;   ///< index of this thread

  __device__ unsigned lane() const { return rank % warp_lanes; }
  __device__ unsigned warp() const { return rank / warp_lanes; }
  __device__ unsigned warps() const { return width / warp_lanes; }
  __device__ bool is_warp() const { return width == warp_lanes; }
  __device__ void sync() const {
    if (is_warp()) {
      __syncwarp();
    } else {
      __syncthreads();
    }
  }
};

__device__ inline Team whole_block() {
  return {blockDim.x, threadIdx.x};
}

}  // namespace
}  // namespace texelsort::algorithms::kernels
