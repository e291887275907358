#pragma once

#include <memory>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// `tbb/parallel-sort@cpu`: oneTBB's sort on all processors, what a graphics card's sort is compared with on a machine
/// that has none.
std::unique_ptr<Algorithm> make_tbb_sort();

}  // namespace texelsort::algorithms
