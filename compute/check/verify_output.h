#pragma once

#include <variant>

#include "compute/check/verify.h"
#include "compute/data/keys/check.h"
#include "compute/data/keys/output_part.h"

namespace texelsort::algorithms {

/// Output of a sort or merge: all of it, or the part of this process if several processes divide the output.
using Output = std::variant<data::State, data::OutputPart>;

Output read_output(const Run& run);

/// Checks the result of a run like verify_result(). Further runs of the same problem are checked faster, because
/// `known` caches facts about the input.
std::optional<Failure> verify_next_result(const Run& run, const Problem& problem, bool stable, data::KnownInput& known);

/// Checks the output of a sort or merge, which has already been read from the device. `known` caches facts about the
/// input, and may be null. If several processes divide the output, each checks its part, and they exchange the results.
/// They gather the whole output only to describe an error. Returns the first failure, or null.
std::optional<Failure> verify_output(const Run& run, const Problem& problem, bool stable, const Output& output,
                                     data::KnownInput* known = nullptr);

}  // namespace texelsort::algorithms
