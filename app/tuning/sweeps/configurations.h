#pragma once

#include <string>
#include <vector>

#include "compute/algorithms/prepare.h"

namespace texelsort::app {

/// Returns the configuration as a word, such as "radix/srts@compute:digit=4:tile=1024", or the id if there are no
/// values.
std::string text(const algorithms::Configuration& competitor);

/// Returns the configurations that match texts such as "PATTERN" and "PATTERN:NAME=VALUE:...", each once, in order. The
/// pattern includes the text between the last "/" and the first ":" after it, because networks given as comparators
/// contain ":" too. "PATTERN:paper" has the values of the cited source. Throws UsageError for a pattern without a
/// match, for invalid values, and for a source without values.
std::vector<algorithms::Configuration> read_configurations(const std::vector<std::string>& texts);

}  // namespace texelsort::app
