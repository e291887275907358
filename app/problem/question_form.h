#pragma once

#include <string>
#include <vector>

#include "compute/algorithms/selection/question.h"

/// Questions of one kind to a selection, as a user edits them in a form.
namespace texelsort::app {

struct QuestionForm {
  algorithms::Question::Kind kind = algorithms::Question::Kind::median;
  std::string numbers;  ///< one or more values of k or q: "1, 2, 5"; empty if the kind of question has no numbers
  algorithms::Interpolation interpolation = algorithms::Interpolation::lower;
  bool operator==(const QuestionForm&) const = default;
};

bool takes_k(algorithms::Question::Kind kind);
bool takes_quantiles(algorithms::Question::Kind kind);
bool takes_interpolation(algorithms::Question::Kind kind);

/// Returns a form that contains the first question, and all others of the same kind.
QuestionForm form_of(const std::vector<algorithms::Question>& questions);

/// Returns the questions in a form. Throws UsageError if numbers are missing, for an invalid k, or for a quantile
/// outside 0 to 1.
std::vector<algorithms::Question> questions_of(const QuestionForm& form);

}  // namespace texelsort::app
