#pragma once

#include <memory>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

std::unique_ptr<Algorithm> make_quick_cuda();

}  // namespace texelsort::algorithms
