#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/cuda/cuda_run.h"
#include "compute/algorithms/cuda/kernels/arrays.h"

/// What the comparison sorts on CUDA say of keys, to kernels and to claims.
namespace texelsort::algorithms {

kernels::KeyOrder key_order(const Problem& problem);

/// From one array of a run to another, or within one.
kernels::Arrays kernel_arrays(const Problem& problem, const CudaRun::Columns& from, const CudaRun::Columns& to);

/// Numbers in the order of the keys of which read_view() gave the memory, as Observation has them.
std::vector<std::uint64_t> ranks_of_view(std::span<const std::uint64_t> numbers, const kernels::KeyOrder& order);

/// Why these sorts do not take a kind of payload; nothing if they do.
std::optional<std::string> refuse_payload_of_compared(data::PayloadKind payload);

}  // namespace texelsort::algorithms
