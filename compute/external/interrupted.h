#pragma once

#include "compute/data/error.h"

namespace texelsort::external {

/// Somebody has asked for an end, and it has come.
struct Interrupted : Error {
  Interrupted() : Error(ExitCode::usage, "interrupted: nothing has been written") {}
};

}  // namespace texelsort::external
