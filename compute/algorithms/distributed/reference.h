#pragma once

#include <span>

#include "compute/algorithms/distributed/schedule.h"

/// Reference implementation of the exchange, on one array. merged_claim() checks sorting and merging,
/// merge::selections_by_definition() the selection.
namespace texelsort::algorithms::distributed {

/// Returns all elements after the exchange.
Numbers exchange(std::span<const std::uint64_t> elements, const Numbers& shares, const Exchange& exchange);

}  // namespace texelsort::algorithms::distributed
