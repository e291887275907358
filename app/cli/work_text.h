#pragma once

#include <string>

#include "app/problem_spec.h"
#include "compute/algorithms/core/algorithm.h"

/// What a command is doing, as its progress says it.
namespace texelsort::app {

/// "reading data.csv", "making 1 000 000 keys".
std::string loading_text(const ProblemSpec& spec);

/// "sorting 1 000 000 keys with bitonic/compute".
std::string working_text(const algorithms::Algorithm& algorithm, const algorithms::Problem& problem);

}  // namespace texelsort::app
