#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/tuning/sweeps/sweep_file.h"

namespace texelsort::app {

/// Row by whose time a report divides the times of all rows that were measured in the same rounds.
struct RatioBase {
  std::string name = "best";         ///< name of the row in the heading "x best"
  const TrialResult* row = nullptr;  ///< null for the best row of each problem
  double confidence = 0.95;          ///< confidence of the intervals of the ratios to `row`
};

/// Returns a table per problem with the fastest trials, at most `top`. Trials that do not compare with the best one
/// follow in a table without ranks, then lists of the rejected trials and of trials with wrong output.
std::string sweep_report(const std::vector<TrialResult>& rows, std::uint64_t top, const RatioBase& base = {});

/// Returns the remaining time in words, for example "42 s left" or "3 min left".
std::string time_left(double seconds);

}  // namespace texelsort::app
