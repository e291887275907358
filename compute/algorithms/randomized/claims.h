#pragma once

#include <memory>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/randomized/levels.h"

/// Postconditions of the passes of GPU Sample Sort. Claims test them against reference implementations, and read the
/// tables of RandomizedRun.
namespace texelsort::algorithms::randomized {

/// Data of a run at one level, which the claims of its passes need.
struct Scene {
  Settings settings;
  kernels::KeyOrder order;
  std::shared_ptr<const Level> level{};
  std::vector<bool> skipped{};  ///< true for parents whose keys stay in place, because they have one value

  /// Returns the rank of the largest key. In the table of splitters, it follows the k - 1 splitters of each parent, as
  /// the end of the last bucket.
  std::uint64_t largest() const;
};

Claim claim_splitters(const Scene& scene);
Claim claim_counts(const Scene& scene);
Claim claim_starts(const Scene& scene);
Claim claim_buckets(const Scene& scene);
/// Returns the claim of a pass that executes all four steps of a level by blocks.
Claim claim_distribution(const Scene& scene);
Claim claim_sorted();

}  // namespace texelsort::algorithms::randomized
