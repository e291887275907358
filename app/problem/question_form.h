#pragma once

#include <string>
#include <vector>

#include "compute/algorithms/selection/question.h"

/// Questions of one kind, as they are put into a form.
namespace texelsort::app {

struct QuestionForm {
  algorithms::Question::Kind kind = algorithms::Question::Kind::median;
  std::string numbers;  ///< k or q, one or several: "1, 2, 5"; some kinds take none
  algorithms::Interpolation interpolation = algorithms::Interpolation::lower;
  bool operator==(const QuestionForm&) const = default;
};

bool takes_k(algorithms::Question::Kind kind);
bool takes_quantiles(algorithms::Question::Kind kind);
bool takes_interpolation(algorithms::Question::Kind kind);

/// The form that asks the first question and those after it that differ in their number only.
QuestionForm form_of(const std::vector<algorithms::Question>& questions);

/// Throws UsageError: no numbers, a k that is none, a quantile that is no number from 0 to 1.
std::vector<algorithms::Question> questions_of(const QuestionForm& form);

}  // namespace texelsort::app
