#include "compute/algorithms/input_state.h"

#include <numeric>

namespace texelsort::algorithms {

data::State input_state(const Problem& problem) {
  data::State state{problem.keys, {}};
  if (problem.payload == data::PayloadKind::index) {
    state.payload.resize(problem.n());
    std::iota(state.payload.begin(), state.payload.end(), 0u);
  }
  return state;
}

}  // namespace texelsort::algorithms
