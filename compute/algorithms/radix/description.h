#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/radix/settings.h"

namespace texelsort::algorithms {

/// What all forms of a radix sort say of themselves: name, title, paper. `form_sizes` are those of AlgorithmInfo.
AlgorithmInfo described(RadixSort sort, Backend backend, std::string summary, std::vector<std::uint64_t> form_sizes);

}  // namespace texelsort::algorithms
