#pragma once

#include "compute/cuda/kernel.h"

/// Copies from global to shared memory that take no registers and that nothing waits for at once: from devices of
/// compute capability 8.0 on; before, and on the CPU, they are loads and stores.
namespace texelsort::cuda {

/// 16 bytes, to which both places are aligned. They are there for this thread after wait_for_copies(), and for others
/// after a barrier besides.
__device__ __forceinline__ void copy_to_shared(void* to, const void* from) {
#if defined(__CUDACC__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(to))),
               "l"(from)
               : "memory");
#else
  *static_cast<uint4*>(to) = *static_cast<const uint4*>(from);
#endif
}

/// For all copies that this thread has asked for.
__device__ __forceinline__ void wait_for_copies() {
#if defined(__CUDACC__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

}  // namespace texelsort::cuda
