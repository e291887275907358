#pragma once

#include "compute/check/verify.h"
#include "compute/data/check.h"

namespace texelsort::algorithms {

/// verify_result() of a problem's runs one after another: `known` is of its input.
std::optional<Failure> verify_next_result(const Run& run, const Problem& problem, bool stable, data::KnownInput& known);

/// verify_result() of a sort or merge whose output has been read. `known`, if any, is of the problem's input.
std::optional<Failure> verify_output(const Run& run, const Problem& problem, bool stable, const data::State& output,
                                     data::KnownInput* known = nullptr);

}  // namespace texelsort::algorithms
