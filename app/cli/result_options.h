#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/cli/default_algorithm.h"
#include "compute/measure/measure.h"

namespace texelsort::app {

/// What `texelsort sort` and `texelsort merge` have in common: a problem, who solves it, and what is done with the
/// result.
struct ResultOptions {
  algorithms::Task task = algorithms::Task::sort;
  ProblemSpec problem;
  AlgorithmOptions algorithm;
  DeviceOptions device;
  std::string output;
  bool shortest = false;  ///< numbers in their shortest form, not as they were read
  bool trace = false, timing = false, passes = false, json = false;
  measure::Budget budget;
  std::uint64_t samples = 0;
};

/// -a, -p, --paper, --shader-dir, -o, --numbers, --trace, --timing, --passes, --json, --samples, --seconds.
void add_result_options(CLI::App& app, ResultOptions& options);

/// Runs it, checks the result and writes it; traces it, times it. Throws Error.
void make_result(ResultOptions& options, const std::function<Choice(PendingProblem&)>& choose);

}  // namespace texelsort::app
