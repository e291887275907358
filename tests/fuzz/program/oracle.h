#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/selection/question.h"

/// What the results of problems are, by std::stable_sort on codes that are made here: nothing of the program's own
/// order, checks and claims.
namespace texelsort::fuzz {

/// Why the state that a sort or a merge ended with is wrong; nothing if it is right. `stable`: ties keep their order.
std::optional<std::string> find_wrong_result(const algorithms::Problem& problem, const data::State& result,
                                             bool stable);

/// Why a selection's answers are wrong.
std::optional<std::string> find_wrong_answer(const algorithms::Problem& problem,
                                             const std::vector<algorithms::Question>& questions,
                                             const algorithms::Selection& selection);

/// Why a merge's problem is not the keys `made`, cut and each sequence sorted.
std::optional<std::string> find_wrong_sequences(const algorithms::Problem& problem, const data::Keys& made);

}  // namespace texelsort::fuzz
