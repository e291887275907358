#include "app/cli/options/bench_options.h"

#include <cstdio>

#include "app/cli/commands/started_as.h"
#include "app/problem/shell.h"
#include "compute/data/distribution.h"
#include "compute/data/files.h"
#include "compute/data/records.h"

namespace texelsort::app {

std::vector<ProblemSpec> problems(const BenchOptions& options) {
  std::vector<ProblemSpec> specs;
  for (const std::string& type : options.types) {
    for (const std::string& distribution : options.distributions) {
      const auto fixed_n = data::find_distribution(distribution).fixed_n;
      for (const std::string& size : options.sizes) {
        ProblemSpec spec = options.problem;
        spec.type = key_type_option(type);
        spec.distribution = distribution;
        spec.n = fixed_n ? fixed_n : size_option(size, "-n");
        if (!spec.lengths.empty()) spec.n.reset();
        specs.push_back(spec);
        if (fixed_n) break;
      }
    }
  }
  return specs;
}

// Whole: a row by itself would not be interleaved with its competitors.
std::string reproducing_command(const BenchOptions& options) {
  std::string words = started_as() + " bench";
  const auto add = [&words](const char* option, const std::vector<std::string>& values) {
    words += option;
    for (const std::string& value : values) words += " " + shell_quoted(value);
  };
  if (options.distances) words += " --distances";
  if (!options.patterns.empty()) add(" -a", options.patterns);
  add(" -n", options.sizes);
  add(" -t", options.types);
  add(" -d", options.distributions);
  words += fmt::format(" --seed {}", options.problem.seed);
  words += fmt::format(" --order {}", data::name(options.problem.order));
  words += options.problem.payload == data::PayloadKind::none
               ? " --payload none"
               : data::payload_options(options.problem.payload, options.problem.shape());
  words += sequence_options(options.problem) + question_options(options.questions.questions());
  for (const std::string& assignment : options.parameters.assignments) words += " -p " + shell_quoted(assignment);
  if (options.parameters.paper) words += " --paper";
  if (options.parameters.own_choice) words += " --own-choice";
  if (!options.baseline.empty()) words += " --baseline " + shell_quoted(options.baseline);
  return words + options.budget.command_line() + options.device.command_line();
}

void write_report(const BenchOptions& options, const std::string& text) {
  if (options.output.empty() || options.output == "-") {
    fmt::print("{}", text);
    std::fflush(stdout);
  } else {
    data::write_file_atomically(options.output, text);
  }
}

}  // namespace texelsort::app
