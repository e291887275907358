#pragma once

#include <string>

#include "app/tuning/experiments/verdict.h"

namespace texelsort::app {

/// Returns for example "1.80 [1.70 to 1.90]". For several pairs, returns the range of the estimates and the number of
/// pairs.
std::string ratio_text(const Judgement& judgement);

/// Returns the problems and competitors for which a claim holds and for which not: "holds for 2^20, zero; reversed for
/// 2^24, zero and 2 others". Empty if all pairs agree.
std::string disagreement_text(const Judgement& judgement);

}  // namespace texelsort::app
