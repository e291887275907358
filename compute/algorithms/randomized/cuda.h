#pragma once

#include <memory>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/randomized/levels.h"

namespace texelsort::algorithms::randomized {

/// The same views as those of make_compute_run(), by CUDA kernels. Whole records move with their keys; `grouped`:
/// groups of threads carry those that are rows.
std::unique_ptr<Run> make_cuda_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                   const Settings& settings, bool grouped);

/// Bytes that it takes on the device besides two arrays of keys, payload and fields.
std::uint64_t cuda_table_bytes(const ProblemForm& form, const Settings& settings);

}  // namespace texelsort::algorithms::randomized
