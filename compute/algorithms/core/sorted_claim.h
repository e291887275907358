#pragma once

#include <cstdint>
#include <vector>

#include "compute/algorithms/core/trace.h"

namespace texelsort::algorithms {

/// Claims "the whole array is sorted"; a violation gives the first wrong index.
Claim sorted_claim();

/// Claims that every `ways` neighbouring sequences, which began at `starts`, have been merged into one. `stable`: equal
/// keys and their payloads keep the order of their sequences.
Claim merged_claim(std::vector<std::uint64_t> starts, std::uint64_t ways, bool stable);

}  // namespace texelsort::algorithms
