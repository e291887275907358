#pragma once

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/ordered/reference.h"
#include "compute/algorithms/ordered/schedule.h"

namespace texelsort::algorithms::ordered {

/// Data of a level that claims need.
struct Scene : Segments {
  KeyOrder order;
};

/// Returns the claim of a pass of a distribution, which is checked against its reference. `kind` must not be
/// OrderedStep::Kind::sort.
Claim step_claim(OrderedStep::Kind kind, const Scene& scene);

}  // namespace texelsort::algorithms::ordered
