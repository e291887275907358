#pragma once

#include <memory>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/deterministic/plan.h"

namespace texelsort::algorithms::deterministic {

/// Rounds of loops that an invocation goes through at the most when it searches its splitters in a sublist, and when it
/// moves its part of a sublist's share of a bucket.
std::uint64_t search_rounds(const BucketPlan& plan, const Settings& settings);
std::uint64_t relocation_rounds(const BucketPlan& plan, const Settings& settings);

/// A run of GPU Bucket Sort by compute shaders. Its passes depend on n alone.
std::unique_ptr<Run> make_compute_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                      const Settings& settings);

}  // namespace texelsort::algorithms::deterministic
