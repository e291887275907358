#pragma once

#include <string>

#include "app/tuning/sweeps/sweep_file.h"

namespace texelsort::app {

/// A sweep's file. Throws UsageError as read_sweep(), and for one whose last line is cut off.
SweepResults read_whole_sweep(const std::string& path);

}  // namespace texelsort::app
