#pragma once

#include "compute/data/error.h"

namespace texelsort::external {

/// Error: the user has interrupted the sort.
struct Interrupted : Error {
  Interrupted() : Error(ExitCode::usage, "interrupted: no output was written") {}
};

}  // namespace texelsort::external
