#pragma once

#include <string>
#include <vector>

#include "compute/algorithms/prepare.h"

namespace texelsort::app {

/// "radix/srts@compute:digit=4:tile=1024"; the id without values.
std::string text(const algorithms::Configuration& competitor);

/// Those of texts such as "PATTERN" and "PATTERN:NAME=VALUE:...", each once, in order. What follows the last "/" up to
/// the first ":" belongs to the pattern, since comparators of networks are written with ":", too. "PATTERN:paper"
/// has the values of the cited source. Throws UsageError for a pattern that matches nothing, for values that are none
/// and for a source without values.
std::vector<algorithms::Configuration> read_configurations(const std::vector<std::string>& texts);

}  // namespace texelsort::app
