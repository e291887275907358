#pragma once

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/ordered/reference.h"
#include "compute/algorithms/ordered/schedule.h"

namespace texelsort::algorithms::ordered {

/// What claims know of a level.
struct Scene : Segments {
  KeyOrder order;
};

/// What a pass of a distribution makes true, tested against its reference; not for OrderedStep::Kind::sort.
Claim step_claim(OrderedStep::Kind kind, const Scene& scene);

}  // namespace texelsort::algorithms::ordered
