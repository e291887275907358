#pragma once

#include <vector>

#include "compute/algorithms/cuda/cuda_run.h"
#include "compute/algorithms/cuda/kernels/arrays.h"

/// Functions that describe a problem's keys and arrays for the CUDA kernels of comparison sorts.
namespace texelsort::algorithms {

inline kernels::KeyOrder key_order(const Problem& problem) {
  return {problem.type(), problem.order, problem.comparison};
}

/// Describes arrays for kernels that move elements from the array `from` to the array `to`. Both may be the same array.
inline kernels::Arrays kernel_arrays(const Problem& problem, const CudaRun::Columns& from, const CudaRun::Columns& to) {
  return {key_order(problem), problem.n(), from.keys, to.keys, from.payload, to.payload};
}

/// Converts keys to ranks, which claims compare instead of keys. `numbers` has the keys as unsigned numbers from
/// read_view().
inline std::vector<std::uint64_t> ranks_of_view(std::span<const std::uint64_t> numbers,
                                                const kernels::KeyOrder& order) {
  std::vector<std::uint64_t> ranks = codes_of_view(numbers, order.type, order.order);
  for (std::uint64_t& rank : ranks) rank = data::rank_of_code(rank, order.comparison, order.type, order.order);
  return ranks;
}

/// Returns the payloads that CUDA kernels of comparison sorts move: none, or one of 32 bits.
inline std::vector<data::PayloadKind> payloads_of_compared() {
  return {data::PayloadKind::none, data::PayloadKind::index};
}

}  // namespace texelsort::algorithms
