#pragma once

#include <string>
#include <vector>

#include "app/cli/options/device_options.h"

namespace texelsort::app {

struct BenchOptions {
  std::vector<std::string> patterns, sizes, types{"u32"}, distributions{"uniform"};
  std::string baseline, format = "table", output, plot;
  bool distances = false, control = false, paced = false;
  std::uint64_t repetitions = 1;  ///< number of blocks, each in a process of its own
  ProblemSpec problem;            ///< properties that all problems share: seed, order and payload
  AlgorithmOptions parameters;
  QuestionOptions questions;
  DeviceOptions device;
  BudgetOptions budget{5};

  /// Adds the options that define the problems: -a, -n, -t, -d and others.
  void add_problem_options(const OptionGroup& group);
  /// Adds the options for competitors and for the number of samples: -p, the questions of selections, --paper,
  /// --defaults, --baseline, --samples and --seconds.
  void add_choice_options(const OptionGroup& group);
  void add_distances_option(const OptionGroup& group);
};

/// Returns one problem for each combination of the requested types, distributions and sizes.
std::vector<ProblemSpec> problems(const BenchOptions& options);

/// Returns the command "texelsort bench ..." with all used options, which repeats the whole comparison.
std::string reproducing_command(BenchOptions& options);

/// Writes the report to the file of -o, or to standard output.
void write_report(const BenchOptions& options, const std::string& text);

/// Runs `texelsort bench --distances`, which measures the time of one pass for each distance between compared keys.
/// Compares keys in row-major order with keys in tiles. Writes a table and, if requested, a plot. Throws UsageError for
/// incompatible options.
void bench_distances(BenchOptions& options);

}  // namespace texelsort::app
