#pragma once

#include "compute/algorithms/core/run.h"
#include "compute/data/keys/state_view.h"

namespace texelsort::algorithms {

/// Returns the initial data of every run: the keys, and the indices 0, 1, ..., n - 1 as payload if the problem has a
/// payload. For problems with records, it also has the records' fields.
data::State input_state(const Problem& problem);

/// Returns the initial payload of a run: the indices 0 to n - 1, or an empty vector if the problem has no payload.
std::vector<std::uint64_t> input_payload(const Problem& problem);

/// View of a run's initial data, as input_state() returns it, without copies of keys and fields. The problem must
/// outlive the view.
class InputView {
 public:
  explicit InputView(const Problem& problem) : problem_(problem), payload_(input_payload(problem)) {}
  // The conversion is implicit, so that functions that expect a view of the input accept this object.
  operator data::StateView() const {  // NOLINT(google-explicit-constructor)
    return {problem_.keys, payload_, problem_.fields, problem_.shape};
  }

 private:
  const Problem& problem_;
  std::vector<std::uint64_t> payload_;
};

}  // namespace texelsort::algorithms
