#pragma once

#include <memory>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// thrust::merge, again and again on neighbouring sequences.
std::unique_ptr<Algorithm> make_thrust_merge();

}  // namespace texelsort::algorithms
