#pragma once

#include <memory>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/randomized/levels.h"

/// What each pass makes true, tested against its twin. They read the views that compute.h names.
namespace texelsort::algorithms::randomized {

/// What claims know of a run.
struct Scene {
  Settings settings;
  kernels::KeyOrder order;
  std::shared_ptr<const Level> level{};

  /// That of the largest code, which stands behind a bucket's splitters.
  std::uint64_t largest() const;
  /// Ranks of keys given by their bits; codes, in the natural order.
  std::vector<std::uint64_t> ranks(std::span<const std::uint64_t> bits) const;
};

Claim claim_splitters(const Scene& scene);
Claim claim_counts(const Scene& scene);
Claim claim_starts(const Scene& scene);
/// Parents that `skipped` names stay as they are.
Claim claim_buckets(const Scene& scene, const std::vector<bool>& skipped);
Claim claim_sorted();

}  // namespace texelsort::algorithms::randomized
