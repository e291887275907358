#include "compute/algorithms/core/input_state.h"

#include <numeric>

namespace texelsort::algorithms {

data::State input_state(const Problem& problem) {
  return {problem.keys, input_payload(problem), problem.fields, problem.shape};
}

std::vector<std::uint64_t> input_payload(const Problem& problem) {
  std::vector<std::uint64_t> payload(data::payload_bytes(problem.payload) > 0 ? problem.n() : 0);
  std::iota(payload.begin(), payload.end(), std::uint64_t{0});
  return payload;
}

}  // namespace texelsort::algorithms
