#pragma once

#include <memory>
#include <vector>

#include "compute/algorithms/sample/randomized_plan.h"
#include "compute/algorithms/trace.h"
#include "compute/data/keys.h"
#include "compute/data/order.h"

/// What each pass makes true, tested against its twin. They read the views that randomized_run.cpp names.
namespace texelsort::algorithms::randomized {

/// What claims know of a run.
struct Scene {
  Settings settings;
  data::KeyType type = data::KeyType::u32;
  data::Order order = data::Order::ascending;
  std::shared_ptr<const Level> level{};

  /// The largest code.
  std::uint64_t largest() const;
  /// Codes of keys given by their bits.
  std::vector<std::uint64_t> codes(std::span<const std::uint64_t> bits) const;
};

Claim claim_splitters(const Scene& scene);
Claim claim_counts(const Scene& scene);
Claim claim_starts(const Scene& scene);
/// Parents that `skipped` names stay as they are.
Claim claim_buckets(const Scene& scene, const std::vector<bool>& skipped);
Claim claim_sorted();

}  // namespace texelsort::algorithms::randomized
