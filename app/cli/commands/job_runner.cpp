#include "app/cli/commands/job_runner.h"

#include <chrono>
#include <cstdio>
#include <optional>
#include <utility>

#include <unistd.h>

#include "app/cli/options/output_form.h"
#include "app/cli/reports/trace_text.h"
#include "app/problem/messages.h"
#include "app/problem/option_group.h"
#include "app/problem/progress.h"
#include "app/problem/shared_file.h"
#include "compute/check/verify_output.h"
#include "compute/data/error.h"
#include "compute/data/io/files.h"
#include "compute/data/io/io_times.h"
#include "compute/data/rows/row_order.h"

namespace texelsort::app {

namespace {

/// Keys to write, and their input positions if numbers keep their original spelling.
struct Sorted {
  data::State state;
  std::vector<std::uint64_t> places;
};

/// Converts the output of a run to the keys to write. Drops the indices by which records were sorted, because records
/// are written with their fields.
Sorted sorted_result(data::State&& output, const algorithms::Problem& problem, const data::Shape& shape) {
  Sorted sorted{std::move(output), {}};
  const auto& spelling = shape.spelling;
  if (spelling && !(spelling->keys.empty() && spelling->fields.empty() && spelling->alpha.empty())) {
    sorted.places = data::input_places({problem.keys, {}, problem.fields, problem.shape}, sorted.state);
  }
  if (problem.payload == data::PayloadKind::record) sorted.state.payload.clear();
  return sorted;
}

/// Writes a result to the file of -o, or to standard output.
void write_sorted(const JobOptions& options, const data::Shape& shape, const Sorted& sorted) {
  if (options.output.empty() || options.output == "-") show_progress("");
  std::fflush(stdout);
  const std::string path = options.output.empty() ? "-" : options.output;
  if (shape.rows) {
    return data::write_file_atomically(path,
                                       data::sorted_rows(shape, sorted.state.payload, options.problem.row_selection));
  }
  data::write_output(path, shape, sorted.state, sorted.places);
}

/// Writes the result of a run. Adds two phases to `parts`: the time of writing, and the time of formatting that did not
/// overlap writing.
void write_result(const JobOptions& options, const Job& job, const data::Shape& shape, data::State&& output,
                  PhaseTimes& parts) {
  const auto start = std::chrono::steady_clock::now();
  const std::chrono::nanoseconds written_before = data::io_times().writing;
  const Sorted sorted = sorted_result(std::move(output), *job.loaded.problem, shape);
  show_progress("writing " + options.output);
  write_sorted(options, shape, sorted);
  const std::chrono::nanoseconds writing = data::io_times().writing - written_before;
  parts.add("format", std::chrono::steady_clock::now() - start - writing);
  parts.add("write", writing);
}

/// Returns the keys to write. If processes share the keys, process 0 collects and returns all of them, and the other
/// processes return nothing.
std::optional<data::State> whole_output(const algorithms::Run& run, std::optional<algorithms::Output> output,
                                        PhaseTimes& parts) {
  if (!output) return run.read();
  if (auto* all = std::get_if<data::State>(&*output)) return std::move(*all);
  const auto& own = std::get<data::OutputPart>(*output);
  return parts.time("gather", [&own] { return own.owners->bring_together(own); });
}

/// Returns whether the command writes only keys to standard output.
bool prints_keys(const JobOptions& options) {
  return options.output.empty() && !options.trace && !options.timing;
}

/// Returns the format of the output. A terminal gets one key per line.
data::Shape result_shape(const JobOptions& options, const LoadedProblem& loaded) {
  data::Shape shape = loaded.shape;
  const data::PayloadKind payload = loaded.problem->payload;
  shape.indexed = payload == data::PayloadKind::index || payload == data::PayloadKind::index64;
  if (shape.rows) {
    refuse_other_rows(options.output, *shape.rows);
    return shape;
  }
  if (options.shortest && shape.spelling) {
    auto plain = *shape.spelling;
    plain.keys.clear();
    plain.fields.clear();
    shape.spelling = std::make_shared<data::SourceSpelling>(std::move(plain));
  }
  const bool on_terminal = prints_keys(options) && isatty(STDOUT_FILENO) == 1;
  if (on_terminal) shape.format = data::Format::text;
  if (prints_keys(options) || !options.output.empty()) {
    refuse_lost_columns(options.output, options.problem, loaded.shape);
    return output_shape(options.output, shape, loaded.problem->type());
  }
  return shape;
}

/// Sorts or merges the keys, verifies the result and writes it.
void bring_result(const JobOptions& options, const Job& job, const data::Shape& shape,
                  const std::optional<Timing>& timing, PhaseTimes& parts) {
  show_progress(job.working_text());
  const auto run = parts.time("upload", [&] { return job.start(); });
  const algorithms::Problem& problem = *job.loaded.problem;
  const bool stable = job.prepared.keeps_ties();
  std::optional<algorithms::Output> output;
  if (options.trace) {
    show_progress("");  // erase the progress line, because the trace shows the progress
    require_verified(print_trace(*run, problem, stable, {cost_lines(timing), options.hashes}), job.algorithm());
    if (timing) fmt::print("\n");
  } else {
    // Wait until the device has finished, so that the time of "download" does not include sorting.
    parts.time(name(options.task), [&] { run->timed_finish(); });
    output = parts.time("download", [&] { return algorithms::read_output(*run); });
    show_progress("checking the result");
    const auto failure =
        parts.time("verify", [&] { return algorithms::verify_output(*run, problem, stable, *output); });
    require_verified(failure, job.algorithm());
  }
  if (!options.output.empty() || prints_keys(options)) {
    auto whole = whole_output(*run, std::move(output), parts);
    if (whole && mpi::writes_files()) write_result(options, job, shape, *std::move(whole), parts);
  }
  show_progress("");
}

}  // namespace

void run_job(JobOptions& options) {
  if (options.json && options.output == "-") {
    throw UsageError("--json and -o - would both write to standard output: name a file with -o");
  }
  if (!options.output.empty()) require_writable_shared_file(options.output);
  const Job job = take_job(options);
  const data::Shape shape = result_shape(options, job.loaded);
  if (!job.note.empty()) say_note(job.note);
  std::optional<Timing> timing;
  const auto measure = [&] { timing = take_timing(job, options.budget.budget); };
  if (options.timing && options.trace) measure();  // measure first, because the trace shows the cost of each pass
  PhaseTimes parts = job.parts;
  bring_result(options, job, shape, timing, parts);
  if (!options.timing) return;
  if (!timing) measure();
  print_timing(options, job, *timing, parts);
}

void add_result_options(CLI::App& app, JobOptions& options) {
  options.algorithm.add_options(OptionGroup(app, "Algorithm"));
  options.device.add_options(app);
  options.algorithm.add_defaults_option(OptionGroup(app, "Algorithm"));
  const OptionGroup group(app, "Result");
  group.value("-o,--output", "FILE", options.output,
              "file to write the result to, in the format of its name or of the input; - for standard output");
  const auto read_numbers = [&options](const std::string& word) {
    if (word != "input" && word != "shortest") {
      throw UsageError(fmt::format("--numbers '{}': choose from input, shortest", word));
    }
    options.shortest = word == "shortest";
  };
  group.read("--numbers", "WORD", read_numbers,
             "notation of numbers in text and CSV: input (default: as they were read) or shortest");
  group.flag("--trace", options.trace, "print every pass: stage, step, state, claim; with --timing also its cost");
  group
      .flag("--hashes", options.hashes,
            "with --trace: print a hash of keys and payload after each pass instead of their values")
      ->needs("--trace");
  auto* timing = group.flag("--timing", options.timing, "measure the time, and print a table of stages");
  group.flag("--passes", options.passes, "with --timing: also print a table of passes")->needs(timing);
  group.flag("--json", options.json, "with --timing: print one JSON object instead of tables")
      ->needs(timing)
      ->excludes("--trace");
  for (auto* option : options.budget.add_options(group, "with --timing: ", "10")) option->needs(timing);
}

}  // namespace texelsort::app
