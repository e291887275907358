#include <algorithm>
#include <memory>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/job.h"
#include "app/cli/options/device_options.h"
#include "app/cli/reports/selection_text.h"
#include "app/cli/reports/trace_text.h"
#include "app/problem/messages.h"
#include "app/problem/option_group.h"
#include "app/problem/progress.h"
#include "app/problem/row_options.h"
#include "compute/data/error.h"
#include "compute/data/io/files.h"
#include "compute/data/rows/row_table.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

namespace {

struct SelectOptions : JobOptions {
  QuestionOptions questions;
};

/// Removes the question for the upper median if the number of keys is odd, because both medians are then the same key.
void drop_second_median(std::vector<algorithms::Question>& questions, std::uint64_t n) {
  if (n % 2 == 0) return;
  const auto is_higher = [](const algorithms::Question& question) {
    return question == algorithms::Question{.kind = algorithms::Question::Kind::median,
                                            .interpolation = algorithms::Interpolation::higher};
  };
  const bool both = std::ranges::count(questions, algorithms::Question::Kind::median, &algorithms::Question::kind) > 1;
  if (both) std::erase_if(questions, is_higher);
}

/// Throws UsageError unless exactly one option selects a row: -k, --smallest, --min or --max.
void require_row_question(const SelectOptions& options) {
  using Kind = algorithms::Question::Kind;
  const auto& questions = options.problem.questions;
  const bool one = questions.size() == 1 && questions[0].kind != Kind::median && questions[0].kind != Kind::quantile;
  if (!one) throw UsageError("--by needs exactly one of these options: -k K, --smallest K, --min, --max");
  if (options.json)
    throw UsageError(
        "--json works only for keys, because rows are written as they are in the file: "
        "leave it out");
}

/// Returns the rows of a table up to the selected one, largest key first for -k, smallest key first for --smallest.
std::string found_rows(const algorithms::Run& run, const JobOptions& options, const Job& job) {
  using Kind = algorithms::Question::Kind;
  const algorithms::Question& question = options.problem.questions.front();
  const bool largest = question.kind == Kind::largest || question.kind == Kind::maximum;
  const auto answer = algorithms::answer(question, *job.loaded.problem, *run.selection());
  const data::RowTable& table = *job.loaded.shape.rows;
  const std::uint64_t prefix = data::read_number<std::uint64_t>(answer.text).value();
  return table.text(table.rows_to(prefix, question.k, largest), {});
}

void select(SelectOptions& options) {
  if (!options.questions.any()) {
    throw UsageError("there is nothing to select: add -k K, --smallest K, --min, --max, --median or --quantile Q");
  }
  options.problem.questions = options.questions.questions();
  const bool rows = !options.problem.rows.by.empty();
  if (rows) require_row_question(options);
  if (!options.output.empty()) data::require_writable(options.output);
  const Job job = take_job(options);
  const algorithms::Problem& problem = *job.loaded.problem;
  drop_second_median(options.problem.questions, problem.n());
  if (!job.note.empty()) say_note(job.note);
  std::optional<Timing> timing;
  if (options.timing) timing = take_timing(job, options.budget.budget);
  show_progress(job.working_text());
  PhaseTimes parts = job.parts;
  const auto run = parts.time("upload", [&] { return job.start(); });
  if (options.trace) {
    show_progress("");  // erase the progress line, because the trace shows the progress
    require_verified(print_selection_trace(*run, problem, cost_lines(timing)), job.algorithm());
    run->rewind();
  }
  show_progress(job.working_text());
  double total_ms = parts.time("select", [&] { return run->timed_finish(); });
  if (timing) total_ms = timing->measurement.total_ms.median;
  show_progress("checking the result");
  require_verified(parts.time("verify", [&] { return algorithms::verify_result(*run, problem, false); }),
                   job.algorithm());
  show_progress("");
  const SelectionReport report{job.algorithm().info().id, &problem,           options.problem.questions,
                               run->selection(),          run->passes_done(), total_ms};
  data::write_file_atomically(options.output.empty() ? "-" : options.output, rows ? found_rows(*run, options, job)
                                                                             : options.json ? selection_json(report)
                                                                                            : selection_text(report));
  if (timing && !options.json) print_timing(options, job, *timing, parts);
}

}  // namespace

void add_select_command(CLI::App& app) {
  auto* command = app.add_subcommand("select", "Find the k-th largest key, medians and quantiles without sorting");
  auto options = std::make_shared<SelectOptions>();
  options->task = algorithms::Task::select;
  add_input_options(*command, options->problem);
  add_found_row_options(*command, options->problem);
  options->questions.add_options(*command);
  options->algorithm.add_options(OptionGroup(*command, "Algorithm"));
  options->device.add_options_of_one_device(*command);
  options->algorithm.add_defaults_option(OptionGroup(*command, "Algorithm"));
  const OptionGroup group(*command, "Result");
  group.flag(
      "--trace", options->trace,
      "print every pass: the threshold m, its count c(m) and the decided bit; radix selections print how many bits are "
      "decided");
  auto* timing = group.flag("--timing", options->timing, "measure the time, and print a table of rounds");
  group.flag("--passes", options->passes, "with --timing: also print a table of passes")->needs(timing);
  group.flag("--json", options->json, "print one JSON object instead of lines")->excludes("--trace");
  group.value("-o,--output", "FILE", options->output, "file to write the answers to instead of standard output");
  for (auto* option : options->budget.add_options(group, "with --timing: ", "10")) option->needs(timing);
  command
      ->add_option_function<std::string>(
          "--order",
          [](const std::string&) {
            throw UsageError(
                "--order does not apply to selections: -k counts from the largest key, --smallest from the smallest");
          },
          "")
      ->group("");  // hides the option in the help, because it only reports why it is rejected
  command->footer(
      "Without -a, texelsort uses the fastest selection for the device: select/histogram@cuda on NVIDIA devices, or\n"
      "select/histogram@compute if there are compute shaders; --timing reports which and why. --trace shows\n"
      "select/depth@fragment, which counts with occlusion queries. Every answer is checked against a sort. Keys\n"
      "compare as in sort: -0 before 0, NaN at the ends.\n\n"
      "Examples:\n"
      "  texelsort select --input-values 0b0011,0b1011,0b1101,0b0111,0b0101,0b0001,0b0111,0b1010,0b0010 -k 2 --trace\n"
      "  texelsort select data.csv --column price --median --quantile 0.25,0.75 -o quartiles.txt\n"
      "  texelsort select data.csv --by price -k 10\n"
      "  texelsort select -n 2^20 -t f32 -d gaussian --min --max -a select/histogram@compute --json\n"
      "  texelsort select -n 2^20 -k 1,10,100 -a select/discard@fragment -p bits=2 --timing");
  add_explain_option(*command, options->explain);
  command->callback([options, command] {
    take_piped_input(*command, options->problem);
    require_rows(*command, options->problem);
    if (options->explain) return explain_input(options->problem);
    select(*options);
  });
}

}  // namespace texelsort::app
