#pragma once

#include "compute/algorithms/cuda/launches.h"

namespace texelsort::algorithms {

/// Engine for which the compiler translates this file: CUDA or the CPU.
#ifdef __CUDACC__
inline constexpr cuda::Engine this_engine = cuda::Engine::cuda;
#else
inline constexpr cuda::Engine this_engine = cuda::Engine::cpu;
#endif

}  // namespace texelsort::algorithms
