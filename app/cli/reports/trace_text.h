#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/check/verify.h"

namespace texelsort::app {

/// Returns a state on one line, with blocks in parentheses as on the slides: "(3,4,7,8) (1,2,5,6)", or "3 7 4 8"
/// without blocks. Prints keys with payload as "key:payload". If there are more than 32 keys, omits those in the
/// middle.
std::string state_text(const data::State& state, std::optional<std::uint64_t> block);

/// Returns a hash of all bits of keys, payload and fields. The hash of equal states is the same on every machine.
std::uint64_t state_hash(const data::State& state);

struct TraceForm {
  std::vector<std::string> costs{};  ///< costs of the passes, one line each; empty if no costs are shown
  bool hashes = false;               ///< true to print hashes instead of states
};

/// Runs an algorithm from start to end. Prints the input and, after each pass, the state, the verdict on the pass's
/// claim, and the costs if requested. Finally prints the verdict on the result. Returns the first violated claim, or
/// otherwise the error in the result.
std::optional<algorithms::Failure> print_trace(algorithms::Run& run, const algorithms::Problem& problem, bool stable,
                                               const TraceForm& form);

/// Throws Error (check_failed), with the algorithm's id, if `failure` is not empty.
void require_verified(const std::optional<algorithms::Failure>& failure, const algorithms::Algorithm& algorithm);

}  // namespace texelsort::app
