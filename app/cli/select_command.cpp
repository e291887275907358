#include "app/cli/select_command.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "app/cli/default_algorithm.h"
#include "app/cli/messages.h"
#include "app/cli/progress.h"
#include "app/cli/selection_text.h"
#include "app/cli/timing.h"
#include "app/cli/trace_text.h"
#include "app/cli/work_text.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "compute/data/files.h"

namespace texelsort::app {

namespace {

struct SelectOptions {
  ProblemSpec problem;
  QuestionOptions questions;
  AlgorithmOptions algorithm;
  DeviceOptions device;
  std::string output;
  bool trace = false, timing = false, passes = false, json = false;
  measure::Budget budget;
  std::uint64_t samples = 0;
};

void require_selection(const algorithms::Algorithm& algorithm) {
  if (algorithm.info().task == algorithms::Task::select) return;
  const std::string_view task = name(algorithm.info().task);
  throw UsageError(fmt::format("{} {}s: see texelsort {}, or select with one of select/* and std/nth-element@cpu",
                               algorithm.info().id, task, task));
}

/// Both medians of an odd number of keys are the same key.
void drop_second_median(std::vector<algorithms::Question>& questions, std::uint64_t n) {
  if (n % 2 == 0) return;
  const auto is_higher = [](const algorithms::Question& question) {
    return question == algorithms::Question{.kind = algorithms::Question::Kind::median,
                                            .interpolation = algorithms::Interpolation::higher};
  };
  const bool both = std::ranges::count(questions, algorithms::Question::Kind::median, &algorithms::Question::kind) > 1;
  if (both) std::erase_if(questions, is_higher);
}

std::string reproducing_command(const SelectOptions& options, const measure::Measurement& measurement) {
  return "texelsort select " + command_line(options.problem) + question_options(options.problem.questions) +
         command_line(*measurement.algorithm, measurement.parameters) + options.device.command_line() + " --timing";
}

void select(SelectOptions& options) {
  if (!options.questions.any()) {
    throw UsageError("nothing to select: give -k K, --smallest K, --min, --max, --median or --quantile Q");
  }
  options.problem.questions = options.questions.questions();
  PendingProblem pending(options.problem);
  const Choice choice =
      choose_algorithm(algorithms::Task::select, options.algorithm, options.device, pending, options.trace);
  const algorithms::Algorithm& algorithm = *choice.algorithm;
  require_selection(algorithm);
  gpu::Device* device = options.device.device_for(algorithm);
  Preparation preparation(options.problem, options.algorithm, choice, info_of(device));
  const LoadedProblem loaded = pending.take();
  const algorithms::Problem& problem = *loaded.problem;
  drop_second_median(options.problem.questions, problem.n());
  const algorithms::Prepared prepared = preparation.take(problem.form());
  if (!choice.note.empty()) say_note(choice.note);
  std::optional<Timing> timing;
  if (options.timing) timing = take_timing(prepared, device, loaded, options.budget);
  show_progress(working_text(algorithm, problem));
  const auto run = prepared.start(device, loaded.problem);
  if (options.trace) {
    show_progress("");  // the trace is progress itself
    std::vector<std::string> costs;
    if (timing) costs = measure::cost_lines(pass_costs(timing->measurement, timing->bytes_per_second));
    require_verified(print_selection_trace(*run, problem, costs), algorithm);
    run->rewind();
  }
  show_progress(working_text(algorithm, problem));
  double total_ms = run->timed_finish();
  if (timing) total_ms = timing->measurement.total_ms.median;
  show_progress("checking the result");
  require_verified(algorithms::verify_result(*run, problem, false), algorithm);
  show_progress("");
  const SelectionReport report{algorithm.info().id, &problem,           options.problem.questions,
                               run->selection(),    run->passes_done(), total_ms};
  data::write_file_atomically(options.output.empty() ? "-" : options.output,
                              options.json ? selection_json(report) : selection_text(report));
  if (!timing || options.json) return;
  print_timing(*timing, {.device = info_of(device),
                         .spec = options.problem,
                         .origin = loaded.origin,
                         .command = reproducing_command(options, timing->measurement),
                         .chosen = choice.reason,
                         .passes = options.passes});
}

}  // namespace

void add_select_command(CLI::App& app) {
  auto* command = app.add_subcommand("select", "Find the k-th largest key, medians and quantiles without sorting");
  auto options = std::make_shared<SelectOptions>();
  add_input_options(*command, options->problem);
  options->questions.add_options(*command);
  add_algorithm_options(*command, options->algorithm);
  options->device.add_options(*command);
  const std::string group = "Result";
  command->add_flag("--trace", options->trace, "print every pass: the threshold m, its count c(m), the decided bit")
      ->group(group);
  auto* timing = command->add_flag("--timing", options->timing, "measure, and print a table of rounds")->group(group);
  command->add_flag("--passes", options->passes, "with --timing: a table of passes too")->needs(timing)->group(group);
  command->add_flag("--json", options->json, "one JSON object instead of lines")->excludes("--trace")->group(group);
  command->add_option("-o,--output", options->output, "write the answers here instead of to standard output")
      ->type_name("FILE")
      ->group(group);
  const auto budget = add_budget_options(*command, options->samples, options->budget.seconds, "with --timing: ", "10");
  for (CLI::Option* option : {budget.samples, budget.seconds}) option->needs(timing)->group(group);
  command
      ->add_option_function<std::string>(
          "--order",
          [](const std::string&) {
            throw UsageError(
                "--order: a selection has no order: -k counts from the largest key, --smallest from the smallest");
          },
          "")
      ->group("");  // in no help: it is there to be refused with the reason
  command->footer(
      "Without -a, the fastest selection on the device: select/histogram@compute where there are compute shaders;\n"
      "--timing says which and why. --trace shows select/depth@fragment, which counts by occlusion queries.\n"
      "Every answer is checked against a sort. Keys compare as sort compares them: -0 before 0, NaN at the ends.\n\n"
      "Examples:\n"
      "  texelsort select --input-values 0b0011,0b1011,0b1101,0b0111,0b0101,0b0001,0b0111,0b1010,0b0010 -k 2 --trace\n"
      "  texelsort select data.csv --column price --median --quantile 0.25,0.75 -o quartiles.txt\n"
      "  texelsort select -n 2^20 -t f32 -d gaussian --min --max -a select/histogram@compute --json\n"
      "  texelsort select -n 2^20 -k 1,10,100 -a select/discard@fragment -p bits=2 --timing");
  command->callback([options, command] {
    take_piped_input(*command, options->problem);
    if (options->samples > 0) options->budget.min_samples = options->budget.max_samples = options->samples;
    select(*options);
  });
}

}  // namespace texelsort::app
