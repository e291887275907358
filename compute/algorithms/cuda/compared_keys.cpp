#include "compute/algorithms/cuda/compared_keys.h"

namespace texelsort::algorithms {

kernels::KeyOrder key_order(const Problem& problem) {
  return {problem.type(), problem.order, problem.comparison};
}

kernels::Arrays kernel_arrays(const Problem& problem, const CudaRun::Columns& from, const CudaRun::Columns& to) {
  return {key_order(problem), problem.n(), from.keys, to.keys, from.payload, to.payload};
}

std::vector<std::uint64_t> ranks_of_view(std::span<const std::uint64_t> numbers, const kernels::KeyOrder& order) {
  std::vector<std::uint64_t> ranks = codes_of_view(numbers, order.type, order.order);
  for (std::uint64_t& rank : ranks) rank = data::rank_of_code(rank, order.comparison, order.type, order.order);
  return ranks;
}

std::optional<std::string> refuse_payload_of_compared(data::PayloadKind payload) {
  if (payload != data::PayloadKind::index64) return std::nullopt;
  return "its kernels move no payload wider than 32 bits: choose the payload index";
}

}  // namespace texelsort::algorithms
