#pragma once

#include <memory>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// "sample/randomized@compute": GPU Sample Sort (N. Leischner, diploma thesis, KIT, 2010, section 6, the
/// revised form).
std::unique_ptr<Algorithm> make_randomized_sample_sort();
/// The same as CUDA kernels, and the form that was published first.
std::unique_ptr<Algorithm> make_randomized_sample_sort_cuda();
std::unique_ptr<Algorithm> make_original_sample_sort_cuda();

}  // namespace texelsort::algorithms
