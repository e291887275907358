#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "compute/algorithms/algorithm.h"

namespace texelsort::algorithms {

/// Every algorithm of the program, references first.
const std::vector<std::unique_ptr<Algorithm>>& registry();

/// Finds one by id; throws UsageError naming the nearest when there is none.
const Algorithm& find_algorithm(std::string_view id);

/// Those whose id matches a shell pattern ("bitonic/*", "*@cpu"; empty: all). Throws UsageError when none does.
std::vector<const Algorithm*> match_algorithms(std::string_view pattern);

}  // namespace texelsort::algorithms
