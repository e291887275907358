#pragma once

#include <memory>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// The merging primitive of Leischner's thesis on the CPU, block by block as a GPU would go.
std::unique_ptr<Algorithm> make_multiway_merge();

}  // namespace texelsort::algorithms
