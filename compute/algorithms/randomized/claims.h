#pragma once

#include <memory>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/randomized/levels.h"

/// Postconditions of the passes, tested against their reference implementations. They read the tables of RandomizedRun.
namespace texelsort::algorithms::randomized {

/// The state of a run that claims need.
struct Scene {
  Settings settings;
  kernels::KeyOrder order;
  std::shared_ptr<const Level> level{};
  std::vector<bool> skipped{};  ///< parents whose keys do not move

  /// Returns the rank of the largest encoded key, which follows a bucket's splitters.
  std::uint64_t largest() const;
};

Claim claim_splitters(const Scene& scene);
Claim claim_counts(const Scene& scene);
Claim claim_starts(const Scene& scene);
Claim claim_buckets(const Scene& scene);
/// Claims all steps at once, after a level by blocks.
Claim claim_distribution(const Scene& scene);
Claim claim_sorted();

}  // namespace texelsort::algorithms::randomized
