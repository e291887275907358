#pragma once

#include <string>
#include <vector>

#include "app/cli/options/device_options.h"

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
  BudgetOptions budget{5};

  /// -a, -n, -t, -d and the other options of problems.
  void add_problem_options(const OptionGroup& group);
  /// -p, the questions, --paper, --defaults, --baseline, --samples and --seconds.
  void add_choice_options(const OptionGroup& group);
  void add_distances_option(const OptionGroup& group);
};

/// The types x distributions x sizes asked for.
std::vector<ProblemSpec> problems(const BenchOptions& options);

/// "texelsort bench ..." with everything that was chosen: the whole comparison once more.
std::string reproducing_command(BenchOptions& options);

/// To the file asked for, or to standard output.
void write_report(const BenchOptions& options, const std::string& text);

/// `texelsort bench --distances`: time of one pass against the distance of its comparators, for keys in row-major order
/// and in tiles, as a table and, if asked, a plot. Throws UsageError for options that do not go together.
void bench_distances(BenchOptions& options);

}  // namespace texelsort::app
