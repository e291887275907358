#include "app/problem/task_words.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include "app/problem/problem_options.h"
#include "compute/data/error.h"

namespace texelsort::app {

std::string task_words(const ProblemSpec& spec) {
  const std::string words = sequence_options(spec) + question_options(spec.questions);
  return words.empty() ? words : words.substr(1);
}

void read_task_words(const std::string& words, ProblemSpec& spec) {
  if (words.empty()) return;
  CLI::App app;
  QuestionOptions questions;
  questions.add_options(app);
  add_sequence_options(app, spec);
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    throw UsageError(fmt::format("'{}': {}", words, error.what()));
  }
  if (questions.any()) spec.questions = questions.questions();
}

}  // namespace texelsort::app
