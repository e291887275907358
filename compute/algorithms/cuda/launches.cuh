#pragma once

#include "compute/algorithms/cuda/launches.h"

namespace texelsort::algorithms {

/// Engine that runs this file's kernels: CUDA or the CPU. Each engine has its own compilation of the file.
#ifdef __CUDACC__
inline constexpr cuda::Engine this_engine = cuda::Engine::cuda;
#else
inline constexpr cuda::Engine this_engine = cuda::Engine::cpu;
#endif

}  // namespace texelsort::algorithms
