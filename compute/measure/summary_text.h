#pragma once

#include <string>

#include "compute/measure/statistics.h"

namespace texelsort::measure {

/// Returns a 95 % interval in milliseconds: "[1.021, 1.204]". With too few samples for an interval, returns "[-]".
std::string interval_text(const Summary& ms);

/// Returns a median in milliseconds with its interval, in units for people: "1.1 ms (1.02 ms to 1.2 ms)". With too few
/// samples for an interval, returns "1.1 ms (3 samples, no interval)".
std::string duration_interval_text(const Summary& ms);

}  // namespace texelsort::measure
