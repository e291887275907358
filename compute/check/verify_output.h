#pragma once

#include <variant>

#include "compute/check/verify.h"
#include "compute/data/keys/check.h"
#include "compute/data/keys/output_part.h"

namespace texelsort::algorithms {

/// Output of a sort or merge: all of it, or the part of this process if several processes share it.
using Output = std::variant<data::State, data::OutputPart>;

Output read_output(const Run& run);

/// Checks a result as verify_result() does, for several runs of one problem. `known` caches facts about the input.
std::optional<Failure> verify_next_result(const Run& run, const Problem& problem, bool stable, data::KnownInput& known);

/// Checks an output of a sort or merge that has been read already, as verify_result() does. `known` may contain facts
/// about the input. Several processes each check their part and exchange the results. They gather the whole output only
/// to describe an error.
std::optional<Failure> verify_output(const Run& run, const Problem& problem, bool stable, const Output& output,
                                     data::KnownInput* known = nullptr);

}  // namespace texelsort::algorithms
