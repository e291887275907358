#pragma once

#include "compute/cuda/kernel.h"

/// Asynchronous copies from global to shared memory, which bypass registers. They need compute capability 8.0. Older
/// devices and the CPU use ordinary loads and stores.
namespace texelsort::cuda {

/// Starts to copy 16 bytes from global to shared memory. Both addresses must be multiples of 16. The bytes are visible
/// to this thread after wait_for_copies(), and to other threads after an additional barrier.
__device__ __forceinline__ void copy_to_shared(void* to, const void* from) {
#if defined(__CUDACC__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(to))),
               "l"(from)
               : "memory");
#else
  *static_cast<uint4*>(to) = *static_cast<const uint4*>(from);
#endif
}

/// Waits for all asynchronous copies that this thread has started.
__device__ __forceinline__ void wait_for_copies() {
#if defined(__CUDACC__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

}  // namespace texelsort::cuda
