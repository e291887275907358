#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "compute/check/coverage.h"

namespace texelsort::app {

/// Returns, one per line, the shader files, programs and kernels that ran, with call counts, and those that did not
/// run.
std::string coverage_text(const algorithms::Coverage& coverage);

/// Writes a coverage as JSON, which coverage_of() reads back.
nlohmann::ordered_json coverage_json(const algorithms::Coverage& coverage);

/// Reads the JSON that coverage_json() writes. Throws nlohmann::json::exception for other texts.
algorithms::Coverage coverage_of(const nlohmann::ordered_json& text);

}  // namespace texelsort::app
