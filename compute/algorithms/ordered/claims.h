#pragma once

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/ordered/reference.h"
#include "compute/algorithms/ordered/schedule.h"

namespace texelsort::algorithms::ordered {

/// Data for the claims of a level: its segments, and the order of the keys.
struct Scene : Segments {
  KeyOrder order;
};

/// Returns the claim of a pass of a distribution, which compares the pass with its reference implementation. `kind`
/// must not be OrderedStep::Kind::sort.
Claim step_claim(OrderedStep::Kind kind, const Scene& scene);

}  // namespace texelsort::algorithms::ordered
