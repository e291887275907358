#pragma once

#include "app/cli/common_options.h"

namespace texelsort::app {

/// The algorithm of a window or a picture: the one asked for; without one a selection if there are questions, else a
/// sort. Throws UsageError if there are questions and the algorithm sorts.
const algorithms::Algorithm& shown_algorithm(const AlgorithmOptions& options, const QuestionOptions& questions);

/// What options of a problem are read into for a window: without -d, small inputs are numbers that people
/// can read.
ProblemSpec undecided_problem();

/// The problem of a window or a picture if none is asked for: a worked example of the slides.
ProblemSpec shown_example(const algorithms::Algorithm& algorithm);

}  // namespace texelsort::app
