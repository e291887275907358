#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/tuning/sweeps/sweep_file.h"
#include "compute/measure/statistics.h"

namespace texelsort::app {

/// Change of a configuration's time between two sweeps. The interval of the ratio lies entirely within (same), below
/// (faster) or above (slower) the tolerance; otherwise the change is undecided. Wrong: the output was correct before
/// and is wrong now.
enum class Change : std::uint8_t { same, faster, slower, undecided, wrong };

std::string_view name(Change verdict);

struct ComparedTrial {
  const TrialResult* before = nullptr;
  const TrialResult* after = nullptr;
  measure::Ratio ratio{};  ///< ratio of the time after to the time before; unset if the output is wrong
  Change verdict = Change::undecided;
};

struct SweepComparison {
  std::vector<ComparedTrial> trials{};  ///< trials measured in both sweeps, in the order of the new sweep
  std::vector<const TrialResult*> missing{}, added{};  ///< trials measured only in the old sweep; only in the new one
  double tolerance = 0;

  std::uint64_t count(Change verdict) const;
};

/// Compares the raw samples of each configuration. `tolerance` is the relative difference treated as equal; 0.05 allows
/// ratios from 1 / 1.05 to 1.05. Identical samples count as the same, however wide their interval. The arguments must
/// outlive the result.
SweepComparison compare(const SweepResults& before, const SweepResults& after, double tolerance);

}  // namespace texelsort::app
