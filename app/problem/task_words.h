#pragma once

#include <string>

#include "app/problem/problem_spec.h"

namespace texelsort::app {

/// What is to be done besides sorting, as the options that ask for it: "--sequences 4", "-k 100 --median"; empty for a
/// sort.
std::string task_words(const ProblemSpec& spec);

/// The same into `spec`. Throws UsageError for words that are no such options.
void read_task_words(const std::string& words, ProblemSpec& spec);

}  // namespace texelsort::app
