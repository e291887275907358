#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/tuning/experiments/experiment.h"
#include "app/tuning/sweeps/sweep_file.h"
#include "compute/measure/statistics.h"

namespace texelsort::app {

/// Verdict on a claim, from the intervals of the measured ratios.
enum class ClaimVerdict : std::uint8_t {
  holds,         ///< every ratio's interval lies within the bounds
  weaker,        ///< every interval shows an advantage, but some show less than claimed
  reversed,      ///< every interval lies outside the bounds; below 1 if the claim's lower bound is 1 or more
  mixed,         ///< the claim holds for some problems and is reversed for others
  undecided,     ///< some interval contains a bound
  not_measured,  ///< no rows to compare; `reason` states why
};

std::string_view name(ClaimVerdict verdict);
std::vector<std::string> verdict_words();

/// Two compared rows and the ratio of the second row's time to the first row's.
struct ComparedRows {
  const TrialResult* faster = nullptr;
  const TrialResult* than = nullptr;  ///< row that `faster` is compared with; null if the claim has a paper's rate
  measure::Ratio ratio;
  ClaimVerdict verdict = ClaimVerdict::undecided;
};

struct Judgement {
  ClaimVerdict verdict = ClaimVerdict::not_measured;
  std::vector<ComparedRows> pairs;
  std::string reason;  ///< reason why nothing was measured, or the error
};

/// Reason for an unmeasured trial that only an NVIDIA GPU can run.
inline constexpr auto needs_nvidia = "needs an NVIDIA GPU";

/// A row that matches a claim's `faster`, and one that matches its `than`. The latter is null if the claim has a rate.
using RowPair = std::pair<const TrialResult*, const TrialResult*>;

/// Returns all pairs of rows that a claim compares, measured or not. `rows` must outlive the result.
std::vector<RowPair> compared_rows(const Claim& claim, const std::vector<TrialResult>& rows);

/// Finds a claim's rows and compares their raw samples. `rows` must outlive the result.
Judgement judge(const Claim& claim, const std::vector<TrialResult>& rows);

/// Returns why a row lacks the quantity that the claim compares: its passes were not timed, no pass matches, or it uses
/// no device memory. Empty if the row has it. `in` contains the pass patterns of the row's side of the claim.
std::string missing_amount(const Claim& claim, const TrialResult& row, const std::vector<std::string>& in);

/// Returns the quantity of `than` divided by that of `faster`. Both rows must have it. For a claim with a rate, `than`
/// is null, and the result is the rate of `faster` divided by the paper's.
measure::Ratio ratio_of_claim(const Claim& claim, const TrialResult& faster, const TrialResult* than);

/// Returns the measured ratio with its interval, "1.80 [1.70 to 1.90]". For several pairs, returns the range of the
/// estimates and the number of pairs.
std::string ratio_text(const Judgement& judgement);

/// Returns for which problems and competitors a claim holds, and for which it does not: "holds for 2^20, zero; reversed
/// for 2^24, zero and 2 others". Empty if all pairs agree.
std::string disagreement_text(const Judgement& judgement);

}  // namespace texelsort::app
