#pragma once

#include <functional>
#include <memory>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/quick/reference.h"

/// What each pass of a round makes true, tested against its reference.
namespace texelsort::algorithms::quick {

/// What claims know of a run.
struct Scene {
  Settings settings;
  std::shared_ptr<const Round> round{};
  /// From the memory of keys to numbers in their order.
  std::function<std::vector<std::uint64_t>(Numbers)> ranks{};
};

Claim claim_pivots(const Scene& scene);
Claim claim_counts(const Scene& scene);
Claim claim_places(const Scene& scene);
Claim claim_classes(const Scene& scene);

}  // namespace texelsort::algorithms::quick
