#pragma once

#include <memory>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// "sample/ordered@cuda".
std::unique_ptr<Algorithm> make_ordered_sample_sort();

}  // namespace texelsort::algorithms
