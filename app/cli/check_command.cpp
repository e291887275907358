#include <chrono>
#include <memory>
#include <optional>

#include "app/cli/check_coverage.h"
#include "app/cli/check_report.h"
#include "app/cli/check_selection.h"
#include "app/cli/commands.h"
#include "app/cli/host.h"
#include "app/cli/option_group.h"
#include "app/cli/progress.h"
#include "app/cli/started_as.h"
#include "app/shell.h"
#include "compute/algorithms/registry.h"
#include "compute/check/verify.h"
#include "compute/data/error.h"
#include "compute/data/files.h"

namespace texelsort::app {

namespace {

using algorithms::CheckCase;

struct CheckOptions {
  std::vector<std::string> patterns;
  CheckSelectionOptions selection;
  bool json = false, coverage = false;
  std::string junit;  ///< a path; empty: not wanted
  DeviceOptions device;
};

bool junit_is_printed(const CheckOptions& options) {
  return options.junit == "-";
}

CheckRow check_row(CheckRow row, gpu::Device* device, const std::vector<CheckCase>& cases) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::size_t done = 0;
  for (const CheckCase& each : cases) {
    show_progress(fmt::format("{}  {} of {}", algorithms::text(each), ++done, cases.size()));
    const algorithms::CheckResult result = algorithms::run_check(device, each);
    if (result.outcome == algorithms::Outcome::passed) ++row.passed;
    if (result.outcome == algorithms::Outcome::skipped) {
      ++row.skipped;
      row.skip_reason = result.message;
    }
    if (result.outcome == algorithms::Outcome::failed) {
      row.failure = algorithms::text(each) + ": " + result.message;
      break;
    }
  }
  row.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return row;
}

std::vector<CheckRow> check_algorithm(const algorithms::Algorithm& algorithm, DeviceOptions& devices,
                                      const std::vector<CheckCase>& cases, algorithms::Coverage* coverage) {
  gpu::Device* device = devices.device_if_any(algorithm);
  std::optional<algorithms::CoverageRecorder> recorder;
  if (coverage != nullptr) recorder.emplace(device);
  const auto availability = algorithm.availability(info_of(device));
  const bool lacks_device = device == nullptr && algorithm.info().backend != algorithms::Backend::cpu;

  std::vector<CheckRow> rows;
  for (const data::KeyType type : data::all_key_types) {
    std::vector<CheckCase> of_type;
    std::copy_if(cases.begin(), cases.end(), std::back_inserter(of_type),
                 [type](const CheckCase& each) { return each.type == type; });
    if (of_type.empty()) continue;
    CheckRow row{.algorithm = &algorithm, .type = type, .skip_reason = {}, .failure = {}};
    if (!availability.available) {
      row.skipped = of_type.size();
      row.skip_reason = lacks_device ? devices.failure() : availability.reason;
      rows.push_back(row);
    } else {
      rows.push_back(check_row(row, device, of_type));
    }
  }
  if (recorder) coverage->merge(recorder->coverage());
  return rows;
}

std::string reproducing_command(const CheckOptions& options) {
  std::string words = started_as() + " check";
  for (const std::string& pattern : options.patterns) words += " -a " + shell_quoted(pattern);
  return words + options.selection.command_line() + options.device.command_line();
}

void report(const CheckReport& report, const CheckOptions& options) {
  if (!options.junit.empty()) data::write_file_atomically(options.junit, check_junit(report));
  if (options.json) {
    fmt::print("{}", check_json(report));
  } else if (!junit_is_printed(options)) {
    fmt::print("{} passed, {} skipped\n", report.passed(), report.skipped());
  }
  if (const CheckRow* failed = report.failed()) throw Error(ExitCode::check_failed, failed->failure);
  if (report.passed() == 0) {
    throw UnavailableError("nothing could be checked here: " + report.rows.front().skip_reason);
  }
}

/// A -p value that fits none of the cases is refused.
void require_used(const std::vector<const algorithms::Algorithm*>& chosen, const CheckSelection& selection,
                  CheckOptions& options) {
  if (options.selection.parameters.assignments.empty()) return;
  std::vector<IntendedRun> runs;
  for (const algorithms::Algorithm* algorithm : chosen) {
    const gpu::DeviceInfo* device = info_of(options.device.device_if_any(*algorithm));
    for (const CheckCase& each : selection.cases(*algorithm)) runs.push_back({algorithm, device, each.form()});
  }
  require_used_parameters(runs, options.selection.parameters);
}

void check(CheckOptions& options) {
  if (options.json && junit_is_printed(options)) {
    throw UsageError("--json and --junit - would both write to standard output: name a file with --junit");
  }
  if (options.coverage && junit_is_printed(options)) {
    throw UsageError("--coverage and --junit - would both write to standard output: name a file with --junit");
  }
  const CheckSelection selection(options.selection);
  const auto chosen = algorithms::match_algorithms(options.patterns);
  require_used(chosen, selection, options);
  require_used_devices(chosen);
  CheckReport result{
      .rows = {}, .full = options.selection.full, .seed = options.selection.seed, .command = {}, .date = {}};
  algorithms::Coverage coverage;
  for (const algorithms::Algorithm* algorithm : chosen) {
    for (CheckRow& row : check_algorithm(*algorithm, options.device, selection.cases(*algorithm),
                                         options.coverage ? &coverage : nullptr)) {
      show_progress("");
      if (!options.json && !junit_is_printed(options)) fmt::print("{}", check_text(row));
      std::fflush(stdout);
      result.rows.push_back(std::move(row));
    }
  }
  if (result.rows.empty()) selection.refuse_nothing(chosen);
  if (options.coverage) fmt::print("{}", coverage_text(coverage));
  result.command = reproducing_command(options);
  result.date = utc_now();
  if (const gpu::Device* device = options.device.device_in_use()) result.device = device->info().renderer;
  report(result, options);
}

}  // namespace

void add_check_command(CLI::App& app) {
  auto* command = app.add_subcommand("check", "Test every claim of every pass against data read back");
  auto options = std::make_shared<CheckOptions>();
  const OptionGroup group(*command);
  group.list("-a,--algorithm", "PATTERN", options->patterns, "ids or shell patterns (default: all)", algorithm_ids);
  options->selection.add(group);
  auto* json = group.flag("--json", options->json, "as one JSON object");
  group
      .flag("--coverage", options->coverage,
            "also list the shader files, program variants and kernels that ran, and those that did not")
      ->excludes(json);
  group.value("--junit", "FILE", options->junit,
              "also write JUnit XML for continuous integration here, failures or not; - for standard output, in place "
              "of the lines");
  options->device.add_options(*command);
  command->footer(
      "Exit code 1 and one line with pass, index and comparator when something is wrong.\n\n"
      "Examples:\n"
      "  texelsort check\n"
      "  texelsort check -a 'bitonic/*' -t u32,f32 -n 1000,2^16\n"
      "  texelsort check -a bitonic/compute --full --seed 7\n"
      "  texelsort check -a 'merge/*' --sequences 7 --order desc\n"
      "  texelsort check -a 'bitonic/*' --coverage\n"
      "  texelsort check -a 'radix/*' --junit check.xml\n"
      "  texelsort check -a bitonic/single-quad -p mapping=tiled -p tile=16\n"
      "  texelsort check -a bitonic/grouped-quads --shader-dir shaders");
  command->callback([options] { check(*options); });
}

}  // namespace texelsort::app
