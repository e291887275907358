#pragma once

#include <string>
#include <vector>

#include "app/cli/common_options.h"
#include "compute/measure/measure.h"

namespace texelsort::app {

/// What `texelsort bench` was asked for.
struct BenchOptions {
  std::vector<std::string> patterns, sizes, types{"u32"}, distributions{"uniform"};
  std::string baseline, format = "table", output, plot;
  bool distances = false;
  ProblemSpec problem;  ///< seed, order, payload
  AlgorithmOptions parameters;
  QuestionOptions questions;
  DeviceOptions device;
  measure::Budget budget{.warmups = 2, .min_samples = 7, .max_samples = 41, .relative_width = 0.02, .seconds = 5};
  std::uint64_t samples = 0;
};

/// The types x distributions x sizes asked for.
std::vector<ProblemSpec> problems(const BenchOptions& options);

/// "texelsort bench ..." with everything that was chosen: the whole comparison once more.
std::string reproducing_command(const BenchOptions& options);

/// To the file asked for, or to standard output.
void write_report(const BenchOptions& options, const std::string& text);

}  // namespace texelsort::app
