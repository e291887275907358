#pragma once

#include "app/tuning/experiments/experiment.h"
#include "app/tuning/sweeps/sweep_file.h"
#include "compute/measure/ratio.h"

namespace texelsort::app {

/// Why a row has nothing that the claim compares: its passes were not timed, none has such a name, it takes no memory
/// of the device; empty if it has. `in` are the patterns of its side of the claim.
std::string missing_amount(const Claim& claim, const TrialResult& row, const std::vector<std::string>& in);

/// The amount of `than` over that of `faster`, both there. Of a claim with a rate, where `than` is null, the rate of
/// `faster` over the paper's.
measure::Ratio ratio_of_claim(const Claim& claim, const TrialResult& faster, const TrialResult* than);

}  // namespace texelsort::app
