#pragma once

#include <cstdint>
#include <vector>

#include "compute/algorithms/core/trace.h"

namespace texelsort::algorithms {

/// "the whole array is sorted", with the first index that is not.
Claim sorted_claim();

/// Every `ways` neighbouring sequences, which started at `starts`, are one; `stable`: equal keys, and the payload with
/// them, in the order of their sequences.
Claim merged_claim(std::vector<std::uint64_t> starts, std::uint64_t ways, bool stable);

}  // namespace texelsort::algorithms
