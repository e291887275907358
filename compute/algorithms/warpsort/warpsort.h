#pragma once

#include <memory>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

std::unique_ptr<Algorithm> make_warpsort_cuda();

}  // namespace texelsort::algorithms
