#pragma once

#include "app/problem/algorithm_options.h"
#include "app/problem/problem_options.h"

namespace texelsort::app {

/// Returns the algorithm for a window or picture. If none is chosen, it is a selection if there are questions,
/// otherwise a sort. Throws UsageError if there are questions and the chosen algorithm sorts.
const algorithms::Algorithm& shown_algorithm(const AlgorithmOptions& options, const QuestionOptions& questions);

/// Returns the initial problem into which a window reads its options. Without -d, small inputs are human-readable
/// numbers.
ProblemSpec undecided_problem();

/// Returns the default problem for an algorithm: a worked example of the slides.
ProblemSpec shown_example(const algorithms::Algorithm& algorithm);

/// Algorithm of the window and its pictures if no algorithm is named.
inline constexpr const char* default_window_algorithm = "bitonic/grouped-quads";

/// Returns the window's default problem, small enough that every view shows every value.
ProblemSpec default_window_problem();

}  // namespace texelsort::app
