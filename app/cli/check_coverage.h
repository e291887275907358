#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "compute/check/coverage.h"

namespace texelsort::app {

/// The shader files, programs and kernels that ran, with numbers of calls, and those that did not run, line by line.
std::string coverage_text(const algorithms::Coverage& coverage);

/// Everything that is in it, for coverage_of().
nlohmann::ordered_json coverage_json(const algorithms::Coverage& coverage);

/// What coverage_json() wrote. Throws nlohmann::json::exception for other texts.
algorithms::Coverage coverage_of(const nlohmann::ordered_json& text);

}  // namespace texelsort::app
