#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/tuning/sweeps/sweep_file.h"
#include "compute/measure/ratio.h"

namespace texelsort::app {

/// What a configuration's times of two sweeps say. Same, faster and slower are said only where the whole interval of
/// the ratio lies within the tolerance, below it, or above it. Wrong: it was right, and its output is wrong now.
enum class Change : std::uint8_t { same, faster, slower, undecided, wrong };

std::string_view name(Change verdict);

struct ComparedTrial {
  const TrialResult* before = nullptr;
  const TrialResult* after = nullptr;
  measure::Ratio ratio{};  ///< after to before; nothing of a wrong one
  Change verdict = Change::undecided;
};

struct SweepComparison {
  std::vector<ComparedTrial> trials{};                 ///< that both have measured, in the order of the new one
  std::vector<const TrialResult*> missing{}, added{};  ///< measured in the old one alone, in the new one alone
  double tolerance = 0;

  std::uint64_t count(Change verdict) const;
};

/// Compares the raw samples of each configuration. `tolerance` is the share by which times may differ and still be the
/// same: 0.05 has 1 / 1.05 to 1.05. The very same samples are the same whatever their interval. The results outlive it.
SweepComparison compare(const SweepResults& before, const SweepResults& after, double tolerance);

}  // namespace texelsort::app
