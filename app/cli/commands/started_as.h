#pragma once

#include <string>

#include <fmt/format.h>

#include "compute/mpi/processes.h"

namespace texelsort::app {

/// Returns the start of a command that repeats this run: "texelsort", or "mpirun -n 4 --bind-to none texelsort".
inline std::string started_as() {
  if (!mpi::several()) return "texelsort";
  return fmt::format("mpirun -n {} --bind-to none texelsort", mpi::place().count);
}

}  // namespace texelsort::app
