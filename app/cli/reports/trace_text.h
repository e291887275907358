#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/check/verify.h"

namespace texelsort::app {

/// A state on one line, in parentheses block by block as the slides write it: "(3,4,7,8) (1,2,5,6)"; without blocks
/// "3 7 4 8". Keys are followed by ":payload" if there is one. Of more than 32 keys the middle is left out.
std::string state_text(const data::State& state, std::optional<std::uint64_t> block);

/// Keys, payload and fields bit for bit in one number, the same on every machine.
std::uint64_t state_hash(const data::State& state);

struct TraceForm {
  std::vector<std::string> costs{};  ///< a line for each pass; empty: none
  bool hashes = false;               ///< of states, instead of them
};

/// Steps the run from its start to its end; prints the input and the state after each pass with the verdict of its
/// claim, and below it the pass's line of costs, where there are any; at last the verdict on the result. Returns the
/// first claim that does not hold, or else what is wrong with the result.
std::optional<algorithms::Failure> print_trace(algorithms::Run& run, const algorithms::Problem& problem, bool stable,
                                               const TraceForm& form);

/// Throws check_failed with the algorithm's id if there is a failure.
void require_verified(const std::optional<algorithms::Failure>& failure, const algorithms::Algorithm& algorithm);

}  // namespace texelsort::app
