#pragma once

#include "app/tuning/experiments/experiment.h"
#include "app/tuning/sweeps/sweep_file.h"
#include "compute/measure/statistics.h"

namespace texelsort::app {

/// Returns the reason why a row lacks the quantity that the claim compares: its passes were not timed, no pass matches,
/// or it uses no device memory. Empty if the row has it. `in`: the pass patterns of the row's side of the claim.
std::string missing_amount(const Claim& claim, const TrialResult& row, const std::vector<std::string>& in);

/// Returns the quantity of `than` divided by that of `faster`. Both rows must have it. For a claim with a rate, `than`
/// is null, and the result is the rate of `faster` divided by the paper's.
measure::Ratio ratio_of_claim(const Claim& claim, const TrialResult& faster, const TrialResult* than);

}  // namespace texelsort::app
