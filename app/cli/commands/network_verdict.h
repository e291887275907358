#pragma once

#include "compute/network/reader.h"

namespace texelsort::app {

/// Tests 0-1 inputs: all of them up to 32 places, random ones beyond. Prints whether the network sorts them, as text or
/// as one JSON object. Throws Error (check_failed) with a failing input, the smallest one of an exhaustive test.
void report_verdict(const network::Network& network, bool json);

/// Tests the networks of a list and prints one line or object each. Throws Error (check_failed) with the number of
/// networks that do not sort.
void report_verdicts(const std::vector<network::ListedNetwork>& list, bool json);

}  // namespace texelsort::app
