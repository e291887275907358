#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/tuning/sweeps/sweep_file.h"

namespace texelsort::app {

/// Reads the result file of a sweep. Throws the UsageErrors of read_sweep(), and a UsageError if the last line is
/// incomplete.
SweepResults read_whole_sweep(const std::string& path);

/// Returns the result of one configuration in the JSON of `bench`.
TrialResult bench_row(const nlohmann::ordered_json& json);

/// Reads the results of a run: a file of `sweep`, or the JSON of `bench`. A folder contains one file per process that
/// repeated the run, and each file adds its blocks. Throws UsageError for other files, for an incomplete last line, and
/// for a folder whose files are from different machines.
SweepResults read_results(const std::string& path);

}  // namespace texelsort::app
