#pragma once

#include <memory>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// The merging primitive of Leischner's thesis, its merge sort, and merging along merge paths.
std::unique_ptr<Algorithm> make_multiway_merge_cuda();
std::unique_ptr<Algorithm> make_path_merge_cuda();
std::unique_ptr<Algorithm> make_merge_sort_cuda();

}  // namespace texelsort::algorithms
