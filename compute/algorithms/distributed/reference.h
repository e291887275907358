#pragma once

#include <span>

#include "compute/algorithms/distributed/schedule.h"

/// What ranks do, by its definition, on one array. Those of sorting and merging are merged_claim()'s, that of the
/// selection is merge::selections_by_definition().
namespace texelsort::algorithms::distributed {

/// All elements after the exchange.
Numbers exchange(std::span<const std::uint64_t> elements, const Numbers& shares, const Exchange& exchange);

}  // namespace texelsort::algorithms::distributed
