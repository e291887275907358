#pragma once

#include <functional>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/warpsort/reference.h"

namespace texelsort::algorithms::warpsort {

/// What claims know of a run.
struct Scene {
  Plan plan;
  /// From the memory of keys to numbers in their order.
  std::function<std::vector<std::uint64_t>(Numbers)> ranks{};
};

/// What a pass makes true, tested against its reference.
Claim step_claim(const Scene& scene, const WarpsortStep& step);

}  // namespace texelsort::algorithms::warpsort
