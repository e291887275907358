#pragma once

#include <memory>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/randomized/levels.h"

/// What each pass makes true, tested against its reference. They read the tables of RandomizedRun.
namespace texelsort::algorithms::randomized {

/// What claims know of a run.
struct Scene {
  Settings settings;
  kernels::KeyOrder order;
  std::shared_ptr<const Level> level{};
  std::vector<bool> skipped{};  ///< parents that stay as they are

  /// That of the largest code, which stands behind a bucket's splitters.
  std::uint64_t largest() const;
};

Claim claim_splitters(const Scene& scene);
Claim claim_counts(const Scene& scene);
Claim claim_starts(const Scene& scene);
Claim claim_buckets(const Scene& scene);
/// All of that at once, after a level by blocks.
Claim claim_distribution(const Scene& scene);
Claim claim_sorted();

}  // namespace texelsort::algorithms::randomized
