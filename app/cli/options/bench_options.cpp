#include "app/cli/options/bench_options.h"

#include <cstdio>

#include "app/cli/commands/command_line.h"
#include "app/problem/option_group.h"
#include "app/problem/shared_file.h"
#include "compute/data/keys/distribution.h"

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

void BenchOptions::add_problem_options(const OptionGroup& group) {
  group.list("-a,--algorithm", "PATTERN", patterns,
             "algorithms to compare: ids or shell patterns, each optionally with parameter values after ':', such as "
             "radix/srts@compute:digit=4",
             algorithm_ids);
  group.list("-n,--count", "SIZE", sizes, "numbers of keys (default: 2^16; with --distances 2^20)");
  group.list("-t,--type", "TYPE", types, "key types (default: u32)", listed(key_types));
  group.list("-d,--distribution", "NAME", distributions, "distributions (default: uniform)", distribution_names);
  add_sorting_options(group.under("Input"), problem);
  add_sequence_options(group.under("Input"), problem);
}

void BenchOptions::add_choice_options(const OptionGroup& group) {
  questions.add_options(group.under("What to find"));
  parameters.add_assignments(group, "set a parameter of all algorithms that have it; may be repeated");
  group.flag("--paper", parameters.paper, "use the parameter values of the cited sources");
  parameters.add_defaults_option(group);
  group.value("--baseline", "ID", baseline, "algorithm whose speed is 1 (default: the first)", algorithm_ids);
  budget.add_options(group, "", "5 per algorithm and problem");
  group.read(
      "--repetitions", "NUMBER",
      [this](const std::string& text) {
        constexpr std::uint64_t most = 1000;
        repetitions = whole_option(text, "--repetitions");
        if (repetitions < 1 || repetitions > most) {
          throw UsageError(fmt::format("--repetitions: expected a number from 1 to {}, found {}", most, repetitions));
        }
      },
      "measure in this number of new processes, one after the other, which share the time of --seconds or measure for "
      "at most 2 seconds each (default: 1; compare needs 6 and decides more with 20)",
      {}, [this] { return repetitions > 1 ? std::optional(std::to_string(repetitions)) : std::nullopt; });
  group.flag("--control", control, "also time copies of the keys in each round (--repetitions does)");
}

void BenchOptions::add_distances_option(const OptionGroup& group) {
  group.flag("--distances", distances,
             "time one pass per comparator distance, row-major and tiled (-p tile=4,8,16), instead of whole sorts");
}

// Returns a command that repeats the whole comparison. A command for a single row would not interleave its samples with
// those of competitors.
std::string reproducing_command(BenchOptions& options) {
  CommandWords words{
      .list = CommandWords::List::by_spaces, .always = {"--order", "--payload"}, .line = started_as() + " bench"};
  const OptionGroup group(words);
  options.add_distances_option(group);
  options.add_problem_options(group);
  options.add_choice_options(group);
  return words.line + options.device.command_line();
}

void write_report(const BenchOptions& options, const std::string& text) {
  if (options.output.empty() || options.output == "-") {
    fmt::print("{}", text);
    std::fflush(stdout);
  } else {
    write_shared_file(options.output, text);
  }
}

}  // namespace texelsort::app
