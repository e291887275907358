#pragma once

#include "compute/network/reader.h"

namespace texelsort::app {

/// Tests a network on inputs of zeros and ones: all inputs up to 32 places, random inputs for more places. Prints
/// whether the network sorts them, as text or as one JSON object. If not, throws Error (check_failed) with a failing
/// input. If all inputs were tested, the failing input is the smallest one.
void report_verdict(const network::Network& network, bool json);

/// Tests the networks of a list and prints one line or one JSON object per network. Throws Error (check_failed) with
/// the number of networks that do not sort.
void report_verdicts(const std::vector<network::ListedNetwork>& list, bool json);

}  // namespace texelsort::app
