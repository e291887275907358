#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/tuning/sweeps/sweep_file.h"

namespace texelsort::app {

/// Throws UsageError if a file is of another sweep, or of another device.
void require_same(const std::string& path, const SweepHeader& found, const SweepHeader& own);

/// A table for each problem of the fastest and those that tie with them, then what was refused and what was wrong.
std::string sweep_report(const std::vector<TrialResult>& rows, std::uint64_t top);

/// "42 s left", "3 min left".
std::string time_left(double seconds);

}  // namespace texelsort::app
