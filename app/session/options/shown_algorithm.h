#pragma once

#include "app/problem/algorithm_options.h"
#include "app/problem/problem_options.h"

namespace texelsort::app {

/// The algorithm of a window or a picture: the one asked for; without one a selection if there are questions, else a
/// sort. Throws UsageError if there are questions and the algorithm sorts.
const algorithms::Algorithm& shown_algorithm(const AlgorithmOptions& options, const QuestionOptions& questions);

/// What options of a problem are read into for a window: without -d, small inputs are numbers that people
/// can read.
ProblemSpec undecided_problem();

/// The problem of a window or a picture if none is asked for: a worked example of the slides.
ProblemSpec shown_example(const algorithms::Algorithm& algorithm);

/// The algorithm that the window and its pictures start with.
inline constexpr const char* default_window_algorithm = "bitonic/grouped-quads";

/// The problem that the window starts with when none is asked for: small enough that every view shows every value.
ProblemSpec default_window_problem();

}  // namespace texelsort::app
