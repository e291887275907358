#pragma once

/// The language of kernels, and the only file that depends on its compiler. nvcc compiles it as CUDA. With
/// compute/simt, the host's compiler makes the same sources into kernels that the CPU executes thread by thread. Kernel
/// sources include this file and no CUDA headers.
///
/// Additions to CUDA:
///   TEXELSORT_SHARED(name, type)   variable in a block's shared memory
///   dynamic_shared<Type>()         the block's dynamic shared memory, aligned to 16 bytes
///   load_relaxed, store_relaxed    accesses to words that running blocks exchange
///   launch("what", grid, kernel, arguments...)
///   wait_for_earlier()             first statement of a kernel that is launched early
#include "compute/cuda/launch.h"

#ifdef __CUDACC__
#include "compute/cuda/kernel_on_cuda.h"
#else
#include "compute/simt/language.h"
#endif
