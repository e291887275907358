#pragma once

#include <functional>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/warpsort/reference.h"

namespace texelsort::algorithms::warpsort {

/// Data of a Warpsort run that its claims need.
struct Scene {
  Plan plan;
  /// Function that converts keys, as they are stored in memory, to numbers in the order of the keys.
  std::function<std::vector<std::uint64_t>(Numbers)> ranks{};
};

/// Returns the claim of a step, which compares the step with its reference implementation.
Claim step_claim(const Scene& scene, const WarpsortStep& step);

}  // namespace texelsort::algorithms::warpsort
