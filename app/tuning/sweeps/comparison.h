#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/tuning/sweeps/sweep_file.h"
#include "compute/measure/statistics.h"

namespace texelsort::app {

/// Change of a configuration's time between two sweeps. For same, faster and slower, the whole interval of the ratio
/// lies within, below or above the tolerance. Wrong: the output was correct before and is wrong now.
enum class Change : std::uint8_t { same, faster, slower, undecided, wrong };

std::string_view name(Change verdict);

struct ComparedTrial {
  const TrialResult* before = nullptr;
  const TrialResult* after = nullptr;
  measure::Ratio ratio{};  ///< after over before; unset if the output is wrong
  Change verdict = Change::undecided;
};

struct SweepComparison {
  std::vector<ComparedTrial> trials{};                 ///< measured in both sweeps, in the order of the new one
  std::vector<const TrialResult*> missing{}, added{};  ///< measured only in the old sweep, only in the new one
  double tolerance = 0;

  std::uint64_t count(Change verdict) const;
};

/// Compares the raw samples of each configuration. `tolerance`: relative difference treated as equal; 0.05 allows
/// ratios from 1 / 1.05 to 1.05. Identical samples are the same for any interval. The arguments must outlive the
/// result.
SweepComparison compare(const SweepResults& before, const SweepResults& after, double tolerance);

}  // namespace texelsort::app
