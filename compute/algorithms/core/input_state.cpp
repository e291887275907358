#include "compute/algorithms/core/input_state.h"

#include "compute/data/keys/keys.h"

namespace texelsort::algorithms {

data::State input_state(const Problem& problem) {
  return {problem.keys, input_payload(problem), problem.fields, problem.shape};
}

std::vector<std::uint64_t> input_payload(const Problem& problem) {
  return data::all_indices(data::payload_bytes(problem.payload) > 0 ? problem.n() : 0);
}

}  // namespace texelsort::algorithms
