#pragma once

#include "compute/data/error.h"

namespace texelsort::external {

/// Error: the user has interrupted the sort.
struct Interrupted : Error {
  Interrupted() : Error(ExitCode::usage, "interrupted: nothing has been written") {}
};

}  // namespace texelsort::external
