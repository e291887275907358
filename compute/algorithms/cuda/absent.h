#pragma once

#include "compute/algorithms/cuda/launches.h"
#include "compute/cuda/error.h"

/// In place of the launches of all kernels; texelsort_kernels() of cmake/kernels.cmake makes the source that
/// instantiates it.
namespace texelsort::algorithms {

template <typename Launches, typename Type>
const Launches& launches_of() {
  cuda::throw_absent();
}

}  // namespace texelsort::algorithms
