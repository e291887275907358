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

/// Verdict on a claim, derived from the confidence intervals of the measured ratios.
enum class ClaimVerdict : std::uint8_t {
  holds,     ///< the interval of every ratio lies within the claim's bounds
  stronger,  ///< all intervals show an advantage, and some show a larger one than the claim states
  weaker,    ///< all intervals show an advantage, but some show a smaller one than the claim states
  reversed,  ///< the interval of every ratio lies below 1 and below the claim's lower bound
  differs,   ///< the claim states equality, and the interval of every ratio lies outside its bounds
  mixed,     ///< the problems disagree: the claim holds for some and not for others
  /// The interval of some ratio contains one of the claim's bounds, or a trend has too few sizes.
  undecided,
  not_measured,    ///< there are no rows to compare; `reason` states why
  not_comparable,  ///< the program cannot run the paper's setup; `reason` names the missing hardware or fact
};

std::string_view name(ClaimVerdict verdict);
/// Returns the names of the verdicts that follow from measured ratios.
std::vector<std::string> verdict_words();

/// Two compared rows, and the time of `than` divided by the time of `faster`.
struct ComparedRows {
  const TrialResult* faster = nullptr;
  /// Row with which `faster` is compared. Null if the claim compares no two rows: the comparison is then the paper's
  /// rate, or is between passes of one row.
  const TrialResult* than = nullptr;
  measure::Ratio ratio;
  ClaimVerdict verdict = ClaimVerdict::undecided;
  std::string found{};  ///< estimate of the cache, or the lack of one; empty if the claim is not about a cache
};

struct Judgement {
  ClaimVerdict verdict = ClaimVerdict::not_measured;
  std::vector<ComparedRows> pairs;
  /// Reason for a verdict that no ratio decides: nothing was measured, a trend has too few sizes, or the paper's setup
  /// cannot run. Otherwise empty.
  std::string reason;
};

/// Reason why a trial is rejected if only an NVIDIA GPU can run it.
inline constexpr auto needs_nvidia = "needs an NVIDIA GPU";

/// Two results to compare: one that matches a claim's `faster`, and one that matches its `than`. The second is null if
/// the claim compares no two rows.
using RowPair = std::pair<const TrialResult*, const TrialResult*>;

/// Returns all pairs of rows that a claim compares, whether they are measured or not. `rows` must outlive the result.
std::vector<RowPair> compared_rows(const Claim& claim, const std::vector<TrialResult>& rows);

/// Compares the samples of all rows to which a claim applies. `rows` must outlive the result. On a GPU (`on_gpu`), a
/// claim that compares only CPU algorithms is not measured, because its times say nothing about the GPU.
Judgement judge(const Claim& claim, const std::vector<TrialResult>& rows, bool on_gpu = false);

/// Judges a claim by several runs of its experiment on the same machine. The estimate of a ratio is then the
/// geometric mean of all runs that measured it, and its interval covers their intervals. The judgements must be of the same claim, and there must be at least one.
Judgement combined(const Claim& claim, const std::vector<Judgement>& runs);

/// Returns why a row lacks the quantity that a claim compares. For example, its passes were not timed, or it uses no
/// device memory. Returns an empty string if the row has the quantity. `in` contains the patterns that select the
/// compared passes of this row.
std::string missing_amount(const Claim& claim, const TrialResult& row, const std::vector<std::string>& in);

/// Returns the compared quantity of `than` divided by that of `faster`. Both rows must have the quantity. `than` is
/// null for other claims. With a rate, the result is the rate of `faster` divided by the paper's rate. For a cache, the
/// result is the contrast of the jump.
measure::Ratio ratio_of_claim(const Claim& claim, const TrialResult& faster, const TrialResult* than);

/// Estimates the parameter of a claim about a cache from the passes of a row whose labels have a distance.
measure::CacheEstimate cache_of(const Claim& claim, const TrialResult& row);

/// Returns the bounds of a claim: "1.22 to 1.5", "above 1".
std::string bounds_text(const Claim& claim);

/// Returns the measured ratio with its interval, "1.80 [1.70 to 1.90]", and the estimate of a cache. For several pairs
/// of rows, returns the range of the ratios and the number of pairs.
std::string ratio_text(const Judgement& judgement);

/// Returns a text with the problems for which a claim holds or does not hold. An example is "holds for 2^20, zero;
/// reversed for 2^24, zero and 2 others". The text also names competitors. Returns an empty string if all pairs of rows
/// agree.
std::string disagreement_text(const Judgement& judgement);

}  // namespace texelsort::app
