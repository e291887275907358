#pragma once

#include <string>

#include "app/problem/problem_spec.h"

namespace texelsort::app {

/// Returns the options of a merge or a selection: "--sequences 4", "-k 100 --median". Empty for a sort.
std::string task_words(const ProblemSpec& spec);

/// Reads such options into `spec`. Throws UsageError for other words.
void read_task_words(const std::string& words, ProblemSpec& spec);

}  // namespace texelsort::app
