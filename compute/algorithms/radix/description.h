#pragma once

#include <string>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/radix/settings.h"

namespace texelsort::algorithms {

/// What all forms of a radix sort say of themselves: name, title, paper.
AlgorithmInfo described(RadixSort sort, Backend backend, std::string summary);

}  // namespace texelsort::algorithms
