#pragma once

#include "compute/data/error.h"

namespace texelsort::external {

/// The sort has ended at the user's request.
struct Interrupted : Error {
  Interrupted() : Error(ExitCode::usage, "interrupted: nothing has been written") {}
};

}  // namespace texelsort::external
