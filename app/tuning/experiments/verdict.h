#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/tuning/experiments/experiment.h"
#include "app/tuning/sweeps/sweep_file.h"
#include "compute/measure/ratio.h"

namespace texelsort::app {

/// What the intervals of measured ratios say of a claim.
enum class ClaimVerdict : std::uint8_t {
  holds,         ///< every ratio's interval lies within the bounds
  weaker,        ///< faster with every interval, by less than claimed with some
  reversed,      ///< every ratio's interval lies beyond the bounds, on the wrong side of 1 where the claim is an order
  mixed,         ///< it holds for some of the problems and is reversed for others
  undecided,     ///< some interval covers a bound
  not_measured,  ///< nothing to compare: see the reason
};

std::string_view name(ClaimVerdict verdict);
std::vector<std::string> verdict_words();

/// Two rows, and how many times as long the second one takes.
struct ComparedRows {
  const TrialResult* faster = nullptr;
  const TrialResult* than = nullptr;  ///< null where the paper's rate stands for it
  measure::Ratio ratio;
  ClaimVerdict verdict = ClaimVerdict::undecided;
};

struct Judgement {
  ClaimVerdict verdict = ClaimVerdict::not_measured;
  std::vector<ComparedRows> pairs;
  std::string reason;  ///< why nothing was measured, or what was wrong
};

/// The reason of what only a GPU can run.
inline constexpr auto needs_nvidia = "needs an NVIDIA GPU";

/// `faster` and `than` of a claim; `than` is null where it has a rate.
using RowPair = std::pair<const TrialResult*, const TrialResult*>;

/// All pairs of rows that a claim compares, measured or not. The rows outlive them.
std::vector<RowPair> compared_rows(const Claim& claim, const std::vector<TrialResult>& rows);

/// Looks for a claim's rows and compares their raw samples. The rows outlive it.
Judgement judge(const Claim& claim, const std::vector<TrialResult>& rows);

}  // namespace texelsort::app
