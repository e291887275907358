#pragma once

#include "compute/algorithms/core/run.h"

namespace texelsort::algorithms {

/// The problem's keys and, if it asks for them, their indices 0, 1, ..., n - 1 as payload, or
/// the fields of its records: what every run starts from.
data::State input_state(const Problem& problem);

/// The payload of input_state(): indices, or none.
std::vector<std::uint64_t> input_payload(const Problem& problem);

}  // namespace texelsort::algorithms
