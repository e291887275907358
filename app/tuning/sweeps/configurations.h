#pragma once

#include <string>
#include <vector>

#include "compute/algorithms/prepare.h"

namespace texelsort::app {

/// Returns a configuration as one word, such as "radix/srts@compute:digit=4:tile=1024". Without parameter values, the
/// word is the algorithm's id.
std::string text(const algorithms::Configuration& competitor);

/// Returns all configurations that match texts of the form "PATTERN" or "PATTERN:NAME=VALUE:...", in order and without
/// repetitions. The pattern ends at the first "/:", which follows a folder, or otherwise at the first ":" after the
/// last
/// "/", because ids of networks may contain ":".
/// "PATTERN:paper" has the values of the cited source. Throws UsageError for a pattern that matches nothing, for
/// invalid values, and for a source without values.
std::vector<algorithms::Configuration> read_configurations(const std::vector<std::string>& texts);

}  // namespace texelsort::app
