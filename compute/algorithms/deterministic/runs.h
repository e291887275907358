#pragma once

#include <memory>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/deterministic/plan.h"
#include "compute/algorithms/deterministic/settings.h"

namespace texelsort::algorithms::deterministic {

/// Return the maximum number of loop iterations of an invocation, for devices that limit them. search_rounds() is for
/// the search of splitters in a sublist. relocation_rounds() is for moving keys of a sublist to their buckets.
std::uint64_t search_rounds(const BucketPlan& plan, const Settings& settings);
std::uint64_t relocation_rounds(const BucketPlan& plan, const Settings& settings);

/// Makes a run of GPU Bucket Sort by compute shaders. The number of keys alone determines the passes.
std::unique_ptr<Run> make_compute_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                      const Settings& settings);

/// Makes a run of GPU Bucket Sort by CUDA kernels.
std::unique_ptr<Run> make_cuda_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                   const Settings& settings);

}  // namespace texelsort::algorithms::deterministic
