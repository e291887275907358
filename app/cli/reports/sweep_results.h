#pragma once

#include <string>

#include "app/tuning/sweeps/sweep_file.h"

namespace texelsort::app {

/// Reads a sweep's file. Throws the UsageErrors of read_sweep(), and one for a file whose last line is incomplete.
SweepResults read_whole_sweep(const std::string& path);

}  // namespace texelsort::app
