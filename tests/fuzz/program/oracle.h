#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/selection/question.h"

/// Reference results, computed by std::stable_sort on codes. Shares no code with the program's order, checks and
/// claims.
namespace texelsort::fuzz {

/// Returns why the final state of a sort or a merge is wrong, or null if it is correct. If `stable` is true, equal keys
/// must keep their order.
std::optional<std::string> find_wrong_result(const algorithms::Problem& problem, const data::State& result,
                                             bool stable);

/// Returns why a selection's answers are wrong, or null if all of them are correct.
std::optional<std::string> find_wrong_answer(const algorithms::Problem& problem,
                                             const std::vector<algorithms::Question>& questions,
                                             const algorithms::Selection& selection);

/// Returns why the sequences of a merge's problem are wrong, or null if they are right. They must be the keys `made`,
/// divided into sequences and sorted.
std::optional<std::string> find_wrong_sequences(const algorithms::Problem& problem, const data::Keys& made);

}  // namespace texelsort::fuzz
