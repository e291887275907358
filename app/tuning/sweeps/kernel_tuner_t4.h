#pragma once

#include <string>

#include "app/tuning/sweeps/sweep_file.h"

namespace texelsort::app {

/// Returns a sweep in the autotuning community's exchange format T4, results schema 1.0.0. Each configuration has its
/// values, times in milliseconds, invalidity, correctness (1 or 0) and measurements. Invalidity is "correct",
/// "constraints" (rejected) or "correctness" (wrong output). The objective is "time".
std::string t4_json(const SweepResults& results);

}  // namespace texelsort::app
