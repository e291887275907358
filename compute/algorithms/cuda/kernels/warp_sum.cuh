#pragma once

#include <cstdint>

namespace texelsort::algorithms::kernels {

/// The sum of the lanes up to this one. All lanes of the warp call it.
__device__ inline std::uint64_t sum_up_to(std::uint64_t value) {
  const unsigned lane = threadIdx.x % 32;
  for (unsigned step = 1; step < 32; step *= 2) {
    const std::uint64_t before = __shfl_up_sync(~0u, value, step);
    if (lane >= step) value += before;
  }
  return value;
}

__device__ inline std::uint64_t sum_of_warp(std::uint64_t value) {
  for (unsigned step = 16; step > 0; step /= 2) value += __shfl_xor_sync(~0u, value, step);
  return value;
}

}  // namespace texelsort::algorithms::kernels
