#pragma once

#include <memory>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/deterministic/settings.h"

namespace texelsort::algorithms::deterministic {

/// Makes a run of GPU Bucket Sort by CUDA kernels.
std::unique_ptr<Run> make_cuda_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                   const Settings& settings);

}  // namespace texelsort::algorithms::deterministic
