#pragma once

/// Language of kernels, the only file that depends on the compiler of kernels. nvcc compiles kernels as CUDA. For the
/// CPU, the host's compiler compiles the same sources, and compute/simt executes them thread by thread. Kernel sources
/// include this file and no CUDA headers.
///
/// Additions to CUDA:
///   TEXELSORT_SHARED(name, type)   declares a variable in a block's shared memory;
///   dynamic_shared<Type>()         returns the block's dynamic shared memory, aligned to 16 bytes;
///   load_relaxed, store_relaxed    access words that running blocks exchange;
///   launch("what", grid, kernel, arguments...)   launches a kernel and checks for errors;
///   wait_for_earlier()             is the first statement of a kernel that may start early
#include "compute/cuda/launch.h"

#ifdef __CUDACC__
#include "compute/cuda/kernel_on_cuda.h"
#else
#include "compute/simt/language.h"
#endif
