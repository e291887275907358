#pragma once

#include <vector>

#include "compute/algorithms/core/view.h"
#include "compute/data/keys/keys.h"

namespace texelsort::algorithms {

/// Views of a state's keys and payload, which they own.
std::vector<View> state_views(data::State state, data::PayloadKind payload);

}  // namespace texelsort::algorithms
