#pragma once

#include <variant>

#include "compute/check/verify.h"
#include "compute/data/keys/check.h"
#include "compute/data/keys/output_part.h"

namespace texelsort::algorithms {

/// What a sort or merge has brought: all of it, or, where several processes have a part each, this one's.
using Output = std::variant<data::State, data::OutputPart>;

Output read_output(const Run& run);

/// verify_result() of a problem's runs one after another: `known` is of its input.
std::optional<Failure> verify_next_result(const Run& run, const Problem& problem, bool stable, data::KnownInput& known);

/// verify_result() of a sort or merge whose output has been read. `known`, if any, is of the problem's input.
/// Processes look at their parts, and tell each other what they have found; the whole is only brought together to name
/// what is wrong.
std::optional<Failure> verify_output(const Run& run, const Problem& problem, bool stable, const Output& output,
                                     data::KnownInput* known = nullptr);

}  // namespace texelsort::algorithms
