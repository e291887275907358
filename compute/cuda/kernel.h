#pragma once

/// What kernels are written in, and the one place that knows by which compiler: nvcc's CUDA, or compute/simt, by which
/// the host's compiler makes the same sources into kernels that the CPU executes thread by thread. A kernel's source
/// includes this and nothing of CUDA's.
///
/// Beside CUDA's own words there are
///   TEXELSORT_SHARED(name, type)   a variable in shared memory, a block's
///   dynamic_shared<Type>()         the block's dynamic shared memory, aligned to 16 bytes
///   load_relaxed, store_relaxed    words that blocks tell each other while they run
///   launch("what", grid, kernel, arguments...)
///   wait_for_earlier()             what a kernel that is launched early begins with
#include "compute/cuda/launch.h"

#ifdef __CUDACC__
#include "compute/cuda/kernel_on_cuda.h"
#else
#include "compute/simt/language.h"
#endif
