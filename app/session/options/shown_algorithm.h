#pragma once

#include "app/problem/algorithm_options.h"
#include "app/problem/problem_options.h"

namespace texelsort::app {

/// Returns the algorithm that a window or picture shows. If the options name no algorithm, the default is a selection
/// if there are questions, otherwise a sort. Throws UsageError if there are questions, but the named algorithm is a
/// sort.
const algorithms::Algorithm& shown_algorithm(const AlgorithmOptions& options, const QuestionOptions& questions);

/// Returns the initial problem into which the options of a window are read. Without -d, small inputs are numbers that
/// are easy to read.
ProblemSpec undecided_problem();

/// Returns the default problem for an algorithm, which is a worked example of the slides.
ProblemSpec shown_example(const algorithms::Algorithm& algorithm);

inline constexpr const char* default_window_algorithm = "bitonic/grouped-quads";

/// Returns the default problem of the window, which is so small that every view shows every value.
ProblemSpec default_window_problem();

}  // namespace texelsort::app
