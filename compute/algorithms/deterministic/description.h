#pragma once

#include <memory>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// GPU Bucket Sort, the deterministic sample sort of F. Dehne and H. Zaboli, as compute shaders.
std::unique_ptr<Algorithm> make_deterministic_sample_sort();
/// The same as CUDA kernels.
std::unique_ptr<Algorithm> make_deterministic_sample_sort_cuda();

}  // namespace texelsort::algorithms
