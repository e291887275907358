#pragma once

#include "compute/network/reader.h"

namespace texelsort::app {

/// Tests a network on inputs of zeros and ones: all of them up to 32 places, random ones for more places. Prints
/// whether the network sorts them, as text or as one JSON object. Throws Error (check_failed) with a failing input,
/// which is the smallest one if all inputs were tested.
void report_verdict(const network::Network& network, bool json);

/// Tests the networks of a list and prints one line or object each. Throws Error (check_failed) with the number of
/// networks that do not sort.
void report_verdicts(const std::vector<network::ListedNetwork>& list, bool json);

}  // namespace texelsort::app
