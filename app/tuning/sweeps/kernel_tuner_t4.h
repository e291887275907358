#pragma once

#include <string>

#include "app/tuning/sweeps/sweep_file.h"

namespace texelsort::app {

/// A sweep in the autotuning community's exchange format T4, results schema 1.0.0: for each configuration its values,
/// times in milliseconds, invalidity ("correct", "constraints" where it was refused, "correctness" where its output was
/// wrong), correctness (1 or 0) and measurements. The objective is "time".
std::string t4_json(const SweepResults& results);

}  // namespace texelsort::app
