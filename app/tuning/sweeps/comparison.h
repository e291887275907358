#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/tuning/sweeps/sweep_file.h"
#include "compute/measure/statistics.h"

namespace texelsort::app {

/// Change of a configuration's time between two runs: the verdict on the ratio of both times, see measure::Verdict.
/// wrong: the output was correct in the first run, and is wrong in the second.
enum class Change : std::uint8_t { same, faster, slower, undecided, wrong };

std::string_view name(Change verdict);

struct ComparedTrial {
  const TrialResult* before = nullptr;
  const TrialResult* after = nullptr;
  measure::BlockComparison times{};  ///< comparison of the blocks; unset if the output is wrong
  Change verdict = Change::undecided;
  std::string reason{};  ///< reason why the verdict is undecided or wrong
};

struct SweepComparison {
  std::vector<ComparedTrial> trials{};  ///< trials that both sweeps measured, in the order of the new sweep
  /// Trials that only the old sweep measured (missing), and trials that only the new sweep measured (added).
  std::vector<const TrialResult*> missing{}, added{};
  double tolerance = 0;

  std::uint64_t count(Change verdict) const;
};

/// Compares the blocks of each configuration in two runs; see measure::compare_blocks. `tolerance` is the relative
/// difference that counts as equal: 0.05 allows ratios from 1 / 1.05 to 1.05. Identical samples count as equal, however
/// wide their interval is. Both runs must outlive the result.
SweepComparison compare(const SweepResults& before, const SweepResults& after, double tolerance);

}  // namespace texelsort::app
