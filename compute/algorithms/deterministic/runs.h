#pragma once

#include <memory>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/deterministic/plan.h"
#include "compute/algorithms/deterministic/settings.h"

namespace texelsort::algorithms::deterministic {

/// Return the maximum number of an invocation's loop iterations: for searching its splitters in a sublist, and for
/// moving its part of a sublist's keys to a bucket.
std::uint64_t search_rounds(const BucketPlan& plan, const Settings& settings);
std::uint64_t relocation_rounds(const BucketPlan& plan, const Settings& settings);

/// Makes a run of GPU Bucket Sort by compute shaders. Its passes depend only on n.
std::unique_ptr<Run> make_compute_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                      const Settings& settings);

/// Makes a run of GPU Bucket Sort by CUDA kernels.
std::unique_ptr<Run> make_cuda_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                   const Settings& settings);

}  // namespace texelsort::algorithms::deterministic
