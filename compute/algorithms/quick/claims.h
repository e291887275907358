#pragma once

#include <functional>
#include <memory>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/quick/reference.h"

/// Postconditions of the passes of a partition round of quicksort. Claims test them against reference implementations.
namespace texelsort::algorithms::quick {

/// Data of a quicksort run that its claims need.
struct Scene {
  Settings settings;
  std::shared_ptr<const Round> round{};
  /// Function that converts keys, as they are stored in memory, to numbers in the order of the keys.
  std::function<std::vector<std::uint64_t>(Numbers)> ranks{};
};

Claim claim_pivots(const Scene& scene);
Claim claim_counts(const Scene& scene);
Claim claim_places(const Scene& scene);
Claim claim_classes(const Scene& scene);

}  // namespace texelsort::algorithms::quick
