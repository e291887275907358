#pragma once

#include "compute/algorithms/radix/cuda_radix.h"

namespace texelsort::algorithms {

/// Creates a run of Onesweep's passes over all digits, or over a prefix, after which blocks sort by the other digits.
std::unique_ptr<Run> make_sweep_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                    const CudaRadixPlan& plan);
/// Returns the bytes of its tables on the device.
std::uint64_t sweep_bytes(const CudaRadixPlan& plan);

}  // namespace texelsort::algorithms
