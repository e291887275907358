#include "app/cli/merge_command.h"

#include <algorithm>
#include <memory>

#include "app/cli/result_options.h"
#include "app/merge_defaults.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

/// A CUDA algorithm if there is one that can run here; without any, no device is looked for.
Choice choose_merge(const AlgorithmOptions& options, DeviceOptions& devices) {
  if (!options.id.empty()) return {&algorithms::find_algorithm(options.id), "", ""};
  for (const auto& algorithm : algorithms::registry()) {
    const algorithms::AlgorithmInfo& info = algorithm->info();
    if (info.task != algorithms::Task::merge || info.backend == algorithms::Backend::cpu) continue;
    gpu::Device* device = devices.device_if_any();
    if (device != nullptr && algorithm->availability(&device->info()).available)
      return {algorithm.get(), "", "the first that merges here on CUDA"};
  }
  return {&algorithms::find_algorithm(default_merge), "", "the one that merges without CUDA"};
}

void merge(ResultOptions& options) {
  ProblemSpec& problem = options.problem;
  const bool reads =
      problem.format || !problem.column.empty() || problem.header || problem.missing != data::Missing::error;
  if (problem.files.empty() && reads) {
    throw UsageError("--format, --column, --header and --missing are for files that are read: name them, - for a pipe");
  }
  if (sequence_count(problem) == 0) problem.sequences = default_sequences;
  make_result(options, [&options](PendingProblem&) { return choose_merge(options.algorithm, options.device); });
}

}  // namespace

void add_merge_command(CLI::App& app) {
  auto* command =
      app.add_subcommand("merge", "Merge sorted sequences into one; print it, trace the passes, or time them");
  auto options = std::make_shared<ResultOptions>();
  options->task = algorithms::Task::merge;
  add_merge_input_options(*command, options->problem);
  add_result_options(*command, *options);
  command->footer(
      "Every FILE is one sorted sequence; empty ones are sequences of no key. Without files, keys are made, cut into\n"
      "sequences, and each of these is sorted first. Without -a, a CUDA algorithm merges where there is one, else\n"
      "merge/multiway@cpu. Every output is checked before it is written.\n\n"
      "Examples:\n"
      "  texelsort merge january.txt february.txt march.txt -o quarter.txt\n"
      "  texelsort merge *.u32 -o all.u32\n"
      "  texelsort merge -d gaussian -n 32 --sequences 4 -p width=4 -p mergers=2 --trace\n"
      "  texelsort merge --lengths 10,0,1,5 -t f32 --order desc\n"
      "  texelsort merge -n 2^20 --sequences 32 -p selection=quick --timing");
  command->callback([options] {
    if (options->samples > 0) options->budget.min_samples = options->budget.max_samples = options->samples;
    merge(*options);
  });
}

}  // namespace texelsort::app
