#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/job_runner.h"

namespace texelsort::app {

namespace {

void merge(JobOptions& options) {
  ProblemSpec& problem = options.problem;
  if (options.explain) return explain_input(problem);
  if (sequence_count(problem) == 0) problem.sequences = default_sequences;
  run_job(options);
}

}  // namespace

void add_merge_command(CLI::App& app) {
  auto* command =
      app.add_subcommand("merge", "Merge sorted sequences into one; print it, trace the passes, or time them");
  auto options = std::make_shared<JobOptions>();
  options->task = algorithms::Task::merge;
  add_merge_input_options(*command, options->problem);
  add_result_options(*command, *options);
  command->footer(
      "Every FILE is one sorted sequence, which may be empty. Without files, texelsort generates keys, splits them\n"
      "into sequences and sorts each sequence first. Without -a, a CUDA algorithm merges if there is an NVIDIA\n"
      "device, otherwise merge/multiway@cpu. texelsort verifies every output before it writes it.\n\n"
      "Examples:\n"
      "  texelsort merge january.txt february.txt march.txt -o quarter.txt\n"
      "  texelsort merge *.u32 -o all.u32\n"
      "  texelsort merge -d gaussian -n 32 --sequences 4 -p width=4 -p mergers=2 --trace\n"
      "  texelsort merge --lengths 10,0,1,5 -t f32 --order desc\n"
      "  texelsort merge -n 2^20 --sequences 32 -p selection=quick --timing");
  add_explain_option(*command, options->explain);
  command->callback([options, command] {
    if (options->problem.files.empty()) refuse_reading_options(*command);
    merge(*options);
  });
}

}  // namespace texelsort::app
