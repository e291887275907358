#include "compute/algorithms/input_state.h"

#include <numeric>

namespace texelsort::algorithms {

data::State input_state(const Problem& problem) {
  data::State state{problem.keys, {}, problem.fields, problem.shape};
  if (data::payload_bytes(problem.payload) > 0) {
    state.payload.resize(problem.n());
    std::iota(state.payload.begin(), state.payload.end(), std::uint64_t{0});
  }
  return state;
}

}  // namespace texelsort::algorithms
