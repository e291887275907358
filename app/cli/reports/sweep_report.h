#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/tuning/sweeps/sweep_file.h"

namespace texelsort::app {

/// Returns a table per problem with the fastest trials, at most `top`. Lists of the rejected trials and of trials with
/// wrong output follow.
std::string sweep_report(const std::vector<TrialResult>& rows, std::uint64_t top);

/// Returns the remaining time in words, for example "42 s left" or "3 min left".
std::string time_left(double seconds);

}  // namespace texelsort::app
