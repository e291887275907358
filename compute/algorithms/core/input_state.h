#pragma once

#include "compute/algorithms/core/run.h"
#include "compute/data/keys/state_view.h"

namespace texelsort::algorithms {

/// The problem's keys and, if it asks for them, their indices 0, 1, ..., n - 1 as payload, or
/// the fields of its records: what every run starts from.
data::State input_state(const Problem& problem);

/// The payload of input_state(): indices, or none.
std::vector<std::uint64_t> input_payload(const Problem& problem);

/// input_state() without copies of keys and fields, which the problem holds and must outlive this.
class InputView {
 public:
  explicit InputView(const Problem& problem) : problem_(problem), payload_(input_payload(problem)) {}
  // Implicit: it stands for its input wherever a view is asked for.
  operator data::StateView() const {  // NOLINT(google-explicit-constructor)
    return {problem_.keys, payload_, problem_.fields, problem_.shape};
  }

 private:
  const Problem& problem_;
  std::vector<std::uint64_t> payload_;
};

}  // namespace texelsort::algorithms
