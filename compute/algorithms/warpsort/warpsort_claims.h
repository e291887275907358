#pragma once

#include <functional>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/warpsort/warpsort_twin.h"

/// What each pass makes true, tested against its twin.
namespace texelsort::algorithms::warpsort {

/// What claims know of a run.
struct Scene {
  Plan plan;
  /// From the memory of keys to numbers in their order.
  std::function<std::vector<std::uint64_t>(Numbers)> ranks{};
};

Claim claim_tiles(const Scene& scene);
Claim claim_runs(const Scene& scene, std::uint64_t round);
Claim claim_splitters(const Scene& scene);
Claim claim_bounds(const Scene& scene);
Claim claim_places(const Scene& scene);
Claim claim_parts(const Scene& scene, std::uint64_t round);

}  // namespace texelsort::algorithms::warpsort
