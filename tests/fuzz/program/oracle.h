#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/selection/question.h"

/// Computes the results of problems by std::stable_sort on separately computed codes. Uses nothing of the program's own
/// order, checks and claims.
namespace texelsort::fuzz {

/// Returns why the final state of a sort or a merge is wrong. Null if it is right. `stable`: ties must keep their
/// order.
std::optional<std::string> find_wrong_result(const algorithms::Problem& problem, const data::State& result,
                                             bool stable);

/// Returns why a selection's answers are wrong. Null if they are right.
std::optional<std::string> find_wrong_answer(const algorithms::Problem& problem,
                                             const std::vector<algorithms::Question>& questions,
                                             const algorithms::Selection& selection);

/// Returns why the sequences of a merge's problem are not the keys `made`, cut and sorted. Null if they are.
std::optional<std::string> find_wrong_sequences(const algorithms::Problem& problem, const data::Keys& made);

}  // namespace texelsort::fuzz
