#pragma once

#include <functional>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/warpsort/reference.h"

namespace texelsort::algorithms::warpsort {

/// The state of a run that claims need.
struct Scene {
  Plan plan;
  /// Converts keys in memory into numbers that are in the order of the keys.
  std::function<std::vector<std::uint64_t>(Numbers)> ranks{};
};

/// Returns the postcondition of a step, tested against its reference implementation.
Claim step_claim(const Scene& scene, const WarpsortStep& step);

}  // namespace texelsort::algorithms::warpsort
