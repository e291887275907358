#pragma once

#include "compute/network/reader.h"

namespace texelsort::app {

/// Tries 0-1 inputs, all of them up to 32 places and random ones beyond, and prints whether the network sorts them, in
/// words or as one JSON object. Throws Error (check_failed) with the smallest failing input, or with some failing one.
void report_verdict(const network::Network& network, bool json);

/// The same for the networks of a list, a line or an object each. Throws Error (check_failed) with the number of those
/// that do not sort.
void report_verdicts(const std::vector<network::ListedNetwork>& list, bool json);

}  // namespace texelsort::app
