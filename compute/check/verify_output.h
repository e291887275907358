#pragma once

#include "compute/check/verify.h"

namespace texelsort::algorithms {

/// verify_result() of a sort or merge whose output has been read.
std::optional<Failure> verify_output(const Run& run, const Problem& problem, bool stable, const data::State& output);

}  // namespace texelsort::algorithms
