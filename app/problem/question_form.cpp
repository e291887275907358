#include "app/problem/question_form.h"

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

namespace {

using algorithms::Question;

std::vector<std::string> words(const std::string& text) {
  constexpr auto separators = ", ;\t";
  std::vector<std::string> words;
  for (std::size_t at = text.find_first_not_of(separators); at != std::string::npos;) {
    const std::size_t end = text.find_first_of(separators, at);
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(separators, end);
  }
  return words;
}

double quantile_of(const std::string& word) {
  const double quantile = data::read_number<double>(word).value_or(-1);
  if (!(quantile >= 0 && quantile <= 1)) {
    throw UsageError(fmt::format("'{}': expected quantiles from 0 to 1, such as 0.25, 0.5", word));
  }
  return quantile;
}

std::uint64_t k_of(const std::string& word) {
  const auto k = data::parse_size(word);
  if (!k) throw UsageError(fmt::format("'{}': expected numbers k from 1, such as 1, 2, 5", word));
  return *k;
}

}  // namespace

bool takes_k(Question::Kind kind) {
  return kind == Question::Kind::largest || kind == Question::Kind::smallest;
}

bool takes_quantiles(Question::Kind kind) {
  return kind == Question::Kind::quantile;
}

bool takes_interpolation(Question::Kind kind) {
  return kind == Question::Kind::median || kind == Question::Kind::quantile;
}

QuestionForm form_of(const std::vector<Question>& questions) {
  QuestionForm form;
  if (questions.empty()) return form;
  form.kind = questions.front().kind;
  form.interpolation = questions.front().interpolation;
  for (const Question& question : questions) {
    if (question.kind != form.kind) continue;
    if (!form.numbers.empty()) form.numbers += ", ";
    if (takes_k(form.kind)) form.numbers += fmt::format("{}", question.k);
    if (takes_quantiles(form.kind)) form.numbers += fmt::format("{}", question.quantile);
  }
  if (!takes_k(form.kind) && !takes_quantiles(form.kind)) form.numbers.clear();
  return form;
}

std::vector<Question> questions_of(const QuestionForm& form) {
  const Question plain{.kind = form.kind, .interpolation = form.interpolation};
  if (!takes_k(form.kind) && !takes_quantiles(form.kind)) return {plain};
  std::vector<Question> questions;
  for (const std::string& word : words(form.numbers)) {
    Question question = plain;
    if (takes_k(form.kind)) {
      question.k = k_of(word);
    } else {
      question.quantile = quantile_of(word);
    }
    questions.push_back(question);
  }
  if (questions.empty())
    throw UsageError(
        "there is nothing to select: write one number, or several numbers with "
        "commas");
  return questions;
}

}  // namespace texelsort::app
