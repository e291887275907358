#pragma once

#include <cstdint>
#include <functional>

#include "compute/algorithms/distributed/schedule.h"
#include "compute/data/keys/output_part.h"

namespace texelsort::algorithms::distributed {

/// Returns this process's part of an output whose parts begin at `starts`: keys, and payload if there is one. `read`
/// puts the process's elements into a state, from a place on. All processes must call this together.
data::OutputPart part_of_process(data::KeyType type, bool payload, const Numbers& starts,
                                 const std::function<void(data::State& state, std::uint64_t place)>& read);

}  // namespace texelsort::algorithms::distributed
