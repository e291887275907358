#pragma once

#include <vector>

#include "compute/algorithms/core/view.h"
#include "compute/data/keys/keys.h"

namespace texelsort::algorithms {

/// Returns views of a state's keys and payload that own the data.
std::vector<View> state_views(data::State state, data::PayloadKind payload);

}  // namespace texelsort::algorithms
