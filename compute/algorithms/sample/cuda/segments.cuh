#pragma once

#include "compute/algorithms/sample/cuda/launch.h"
#include "compute/cuda/error.h"

namespace texelsort::algorithms::sample {

/// Where a segment begins, and its keys.
struct Segment {
  unsigned first, size;
};

__device__ inline Segment segment_of(const Segments& segments, unsigned i) {
  if (segments.starts != nullptr) return {segments.starts[i], segments.starts[i + 1] - segments.starts[i]};
  return {i * segments.quotient + min(i, segments.remainder), segments.quotient + (i < segments.remainder ? 1u : 0u)};
}

/// A kernel's shared memory beyond the 48 KB that a block gets unasked.
template <typename Kernel>
void allow_shared(Kernel kernel, std::uint64_t bytes) {
  cuda::check(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(bytes)),
              "cudaFuncSetAttribute");
}

}  // namespace texelsort::algorithms::sample
