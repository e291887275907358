#pragma once

#include <memory>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/randomized/levels.h"

/// Postconditions of the passes, tested against their reference implementations. The claims read the tables of
/// RandomizedRun.
namespace texelsort::algorithms::randomized {

/// Data of a run that its claims need.
struct Scene {
  Settings settings;
  kernels::KeyOrder order;
  std::shared_ptr<const Level> level{};
  std::vector<bool> skipped{};  ///< true for parents whose keys do not move

  /// Returns the rank of the largest encoded key, which is the entry after the k - 1 splitters of a parent.
  std::uint64_t largest() const;
};

Claim claim_splitters(const Scene& scene);
Claim claim_counts(const Scene& scene);
Claim claim_starts(const Scene& scene);
Claim claim_buckets(const Scene& scene);
/// Returns the claim about all four steps at once, for a level by blocks.
Claim claim_distribution(const Scene& scene);
Claim claim_sorted();

}  // namespace texelsort::algorithms::randomized
