#pragma once

#include <map>
#include <string>
#include <vector>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::app {

/// An algorithm with parameter values of its own.
struct Competitor {
  const algorithms::Algorithm* algorithm = nullptr;
  std::map<std::string, std::string> values{};
  bool operator==(const Competitor&) const = default;
};

/// "radix/srts@compute:digit=4:tile=1024"; the id without values.
std::string text(const Competitor& competitor);

/// Those of texts such as "PATTERN" and "PATTERN:NAME=VALUE:...", each once, in order. What follows the last "/" up to
/// the first ":" belongs to the pattern, since comparators of networks are written with ":", too. "PATTERN:paper"
/// has the values of the cited source. Throws UsageError for a pattern that matches nothing, for values that are none
/// and for a source without values.
std::vector<Competitor> read_competitors(const std::vector<std::string>& texts);

}  // namespace texelsort::app
