#pragma once

#include <string>

#include "app/tuning/experiments/verdict.h"

namespace texelsort::app {

/// "1.80 [1.70 to 1.90]"; of several pairs the range of their estimates and how many they are.
std::string ratio_text(const Judgement& judgement);

/// For what problems and against what a claim holds and for what not, where its pairs disagree: "holds for 2^20, zero;
/// reversed for 2^24, zero and 2 others". Empty where they agree, and of one pair.
std::string disagreement_text(const Judgement& judgement);

}  // namespace texelsort::app
