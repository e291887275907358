#include "app/cli/result_options.h"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "app/cli/messages.h"
#include "app/cli/output_form.h"
#include "app/cli/progress.h"
#include "app/cli/timing.h"
#include "app/cli/trace_text.h"
#include "app/cli/work_text.h"
#include "compute/check/verify.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

std::string reproducing_command(const ResultOptions& options, const measure::Measurement& measurement) {
  std::string command = fmt::format("texelsort {} ", name(options.task)) + command_line(options.problem) +
                        command_line(*measurement.algorithm, measurement.parameters) + options.device.command_line();
  if (options.samples > 0) command += fmt::format(" --samples {}", options.samples);
  return command + " --timing";
}

/// The trace of a run from its start to its end, each pass with its cost if it was timed.
void trace(algorithms::Run& run, const algorithms::Algorithm& algorithm, const LoadedProblem& loaded, bool stable,
           const std::optional<Timing>& timing) {
  std::vector<std::string> costs;
  if (timing) costs = measure::cost_lines(pass_costs(timing->measurement, timing->bytes_per_second));
  require_verified(print_trace(run, *loaded.problem, stable, costs), algorithm);
  if (timing) fmt::print("\n");
}

/// A result as it is written: the keys, and where each stood in the input if more is known of it than its value.
struct Sorted {
  data::State state;
  std::vector<std::uint64_t> places;
};

/// Records are written with their fields; the indices that they were sorted by are no part of them.
Sorted sorted_result(const algorithms::Run& run, const algorithms::Problem& problem, const data::Shape& shape) {
  Sorted sorted{run.read(), {}};
  const auto& particulars = shape.particulars;
  if (particulars && !(particulars->keys.empty() && particulars->fields.empty() && particulars->alpha.empty())) {
    sorted.places = data::input_places({problem.keys, {}, problem.fields, problem.shape}, sorted.state);
  }
  if (problem.payload == data::PayloadKind::record) sorted.state.payload.clear();
  return sorted;
}

/// To the file asked for, or to standard output.
void write_result(const ResultOptions& options, const data::Shape& shape, const Sorted& sorted) {
  if (options.output.empty() || options.output == "-") show_progress("");
  std::fflush(stdout);
  data::write_output(options.output.empty() ? "-" : options.output, shape, sorted.state, sorted.places);
}

/// Whether keys are printed where nothing else is.
bool prints_keys(const ResultOptions& options) {
  return options.output.empty() && !options.trace && !options.timing;
}

/// The form of the output: on a terminal one key a line.
data::Shape result_shape(const ResultOptions& options, const LoadedProblem& loaded) {
  data::Shape shape = loaded.shape;
  if (options.shortest && shape.particulars) {
    auto plain = *shape.particulars;
    plain.keys.clear();
    plain.fields.clear();
    shape.particulars = std::make_shared<data::Particulars>(std::move(plain));
  }
  const bool on_terminal = prints_keys(options) && isatty(STDOUT_FILENO) == 1;
  if (on_terminal) shape.format = data::Format::text;
  if (prints_keys(options) || !options.output.empty()) {
    refuse_lost_columns(options.output, options.problem, loaded.shape);
    return output_shape(options.output, shape, loaded.problem->type());
  }
  return shape;
}

}  // namespace

void make_result(ResultOptions& options, const std::function<Choice(PendingProblem&)>& choose) {
  if (options.json && options.output == "-") {
    throw UsageError("--json and -o - would both write to standard output: name a file with -o");
  }
  PendingProblem pending(options.problem);
  const Choice choice = choose(pending);
  const algorithms::Algorithm& algorithm = *choice.algorithm;
  require_task(algorithm, options.task);
  gpu::Device* device = options.device.device_for(algorithm);
  Preparation preparation(options.problem, options.algorithm, choice, info_of(device));
  const LoadedProblem loaded = pending.take();
  const data::Shape shape = result_shape(options, loaded);
  const algorithms::Prepared prepared = preparation.take(loaded.problem->form());
  if (!choice.note.empty()) say_note(choice.note);
  std::optional<Timing> timing;
  const auto measure = [&] { timing = take_timing(prepared, device, loaded, options.budget); };
  if (options.timing && options.trace) measure();  // the trace shows what each pass costs
  {
    show_progress(working_text(algorithm, *loaded.problem));
    const auto run = prepared.start(device, loaded.problem);
    const bool stable = prepared.keeps_ties();
    if (options.trace) {
      show_progress("");  // the trace is progress itself
      trace(*run, algorithm, loaded, stable, timing);
    } else {
      run->finish();
      show_progress("checking the result");
      require_verified(algorithms::verify_result(*run, *loaded.problem, stable), algorithm);
    }
    if (!options.output.empty() || prints_keys(options)) {
      const Sorted sorted = sorted_result(*run, *loaded.problem, shape);
      show_progress("writing " + options.output);
      write_result(options, shape, sorted);
    }
    show_progress("");
  }
  if (!options.timing) return;
  if (!timing) measure();
  print_timing(*timing, {.device = info_of(device),
                         .spec = options.problem,
                         .origin = loaded.origin,
                         .command = reproducing_command(options, timing->measurement),
                         .chosen = choice.reason,
                         .passes = options.passes,
                         .json = options.json});
}

void add_result_options(CLI::App& app, ResultOptions& options) {
  add_algorithm_options(app, options.algorithm);
  options.device.add_options(app);

  const std::string group = "Result";
  app.add_option("-o,--output", options.output,
                 "write the result here, in the format of its name or of the input; - for standard output")
      ->type_name("FILE")
      ->group(group);
  const auto read_numbers = [&options](const std::string& word) {
    if (word != "input" && word != "shortest") {
      throw UsageError(fmt::format("'{}' is no way to write numbers: it is one of input, shortest", word));
    }
    options.shortest = word == "shortest";
  };
  app.add_option_function<std::string>("--numbers", read_numbers,
                                       "how numbers of text and CSV are written: input (as they were read), shortest")
      ->type_name("WORD")
      ->group(group);
  app.add_flag("--trace", options.trace, "print every pass: stage, step, state, claim; with --timing its cost too")
      ->group(group);
  auto* timing = app.add_flag("--timing", options.timing, "measure, and print a table of stages")->group(group);
  app.add_flag("--passes", options.passes, "with --timing: a table of passes too")->needs(timing)->group(group);
  app.add_flag("--json", options.json, "with --timing: one JSON object instead of tables")
      ->needs(timing)
      ->excludes("--trace")
      ->group(group);
  const auto budget = add_budget_options(app, options.samples, options.budget.seconds, "with --timing: ", "10");
  for (CLI::Option* option : {budget.samples, budget.seconds}) option->needs(timing)->group(group);
}

}  // namespace texelsort::app
