#pragma once

#include <memory>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/randomized/levels.h"

namespace texelsort::algorithms::randomized {

/// The same views as those of make_compute_run(), by CUDA kernels.
std::unique_ptr<Run> make_cuda_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                   const Settings& settings);

/// Bytes that it takes on the device besides two arrays.
std::uint64_t cuda_table_bytes(std::uint64_t n, const Settings& settings, std::uint64_t key_bytes);

}  // namespace texelsort::algorithms::randomized
