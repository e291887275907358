#pragma once

#include "compute/algorithms/radix/cuda.h"

namespace texelsort::algorithms {

/// A run of Onesweep, and the bytes that it takes beside the two arrays.
std::unique_ptr<Run> make_onesweep_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                       const CudaRadixPlan& plan);
std::uint64_t onesweep_bytes(const CudaRadixPlan& plan);

}  // namespace texelsort::algorithms
