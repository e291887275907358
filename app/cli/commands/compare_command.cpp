#include <memory>

#include <fmt/format.h>

#include "app/cli/commands/commands.h"
#include "app/cli/reports/sweep_report.h"
#include "app/problem/json_document.h"
#include "app/problem/option_group.h"
#include "app/tuning/sweeps/comparison.h"
#include "compute/data/error.h"
#include "compute/data/text/number.h"
#include "compute/data/text/outgoing_text.h"
#include "compute/measure/result_table.h"

namespace texelsort::app {

namespace {

struct CompareOptions {
  std::string before, after, format = "table";
  double tolerance = 0.05;
  bool across_devices = false;
};

/// Throws UsageError if the sweeps ran on different machines.
void require_one_device(const SweepHeader& before, const SweepHeader& after) {
  const auto same = [](const char* what, const std::string& old, const std::string& now) {
    if (old == now) return;
    throw UsageError(
        fmt::format("the sweeps are from different machines, with {} '{}' and '{}': add --across-devices to compare "
                    "them anyway",
                    what, old, now));
  };
  same("device", before.renderer, after.renderer);
  same("processor", before.processor, after.processor);
}

measure::ResultTable table_of(const SweepComparison& comparison) {
  measure::ResultTable table;
  for (const ComparedTrial& trial : comparison.trials) {
    const TrialResult &before = *trial.before, &after = *trial.after;
    const bool counts = trial.verdict != Change::wrong;
    table.add({{"verdict", "verdict", name(trial.verdict)},
               {"configuration", "configuration", configuration_text(after)},
               {"n", "n", after.n},
               {"type", "type", after.type},
               {"distribution", "distribution", after.distribution},
               {"before_ms", "before ms", before.ms.median},
               {"after_ms", "after ms", measure::number_if(counts, after.ms.median)},
               {"ratio", "ratio", measure::number_if(counts, trial.ratio.estimate)},
               {"ratio_low", "low", measure::number_if(counts, trial.ratio.low)},
               {"ratio_high", "high", measure::number_if(counts, trial.ratio.high)},
               {"reason", "", after.reason}});
  }
  return table;
}

std::string summary(const SweepComparison& comparison) {
  std::string text;
  for (const Change verdict : {Change::same, Change::faster, Change::slower, Change::undecided, Change::wrong}) {
    if (verdict == Change::wrong && comparison.count(verdict) == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", comparison.count(verdict), name(verdict));
  }
  text += fmt::format("; ratios from {:.3f} to {:.3f} count as SAME", 1 / (1 + comparison.tolerance),
                      1 + comparison.tolerance);
  if (!comparison.missing.empty()) text += fmt::format("; {} only in the old sweep", comparison.missing.size());
  if (!comparison.added.empty()) text += fmt::format("; {} only in the new sweep", comparison.added.size());
  return text;
}

std::string json_of(const SweepComparison& comparison, const CompareOptions& options) {
  const auto names = [](const std::vector<const TrialResult*>& rows) {
    ordered_json list = ordered_json::array();
    for (const TrialResult* row : rows) list.push_back(row->key());
    return list;
  };
  return json_document("compare", {{"before", options.before},
                                   {"after", options.after},
                                   {"tolerance", comparison.tolerance},
                                   {"results", rows_json(table_of(comparison))},
                                   {"only_before", names(comparison.missing)},
                                   {"only_after", names(comparison.added)}});
}

void print(const SweepComparison& comparison, const SweepResults& before, const SweepResults& after,
           const CompareOptions& options) {
  if (options.format == "json") return fmt::print("{}", json_of(comparison, options));
  if (options.format == "markdown") {
    const std::string device = after.header.renderer.empty() ? after.header.processor : after.header.renderer;
    fmt::print("**{}** on {}, {} to {}\n\n{}", summary(comparison), data::outgoing_text(device), before.header.date,
               after.header.date, measure::markdown_table(table_of(comparison)));
    return;
  }
  fmt::print("{}\n{}\n", measure::text_table(table_of(comparison)), summary(comparison));
}

void compare_files(const CompareOptions& options) {
  const SweepResults before = read_whole_sweep(options.before), after = read_whole_sweep(options.after);
  if (!options.across_devices) require_one_device(before.header, after.header);
  const SweepComparison comparison = compare(before, after, options.tolerance);
  if (comparison.trials.empty()) {
    throw UsageError(
        fmt::format("{} and {} have no common configuration: nothing can be compared", options.before, options.after));
  }
  print(comparison, before, after, options);
  if (const std::uint64_t wrong = comparison.count(Change::wrong); wrong > 0) {
    throw Error(ExitCode::check_failed, fmt::format("configurations with a wrong output: {}", wrong));
  }
  if (const std::uint64_t slower = comparison.count(Change::slower); slower > 0) {
    throw Error(ExitCode::check_failed,
                fmt::format("slower configurations: {} of {}", slower, comparison.trials.size()));
  }
}

double read_tolerance(const std::string& text) {
  const double percent = data::read_number<double>(text).value_or(-1);
  if (!(percent >= 0 && percent <= 100)) {
    throw UsageError(fmt::format("--tolerance: expected a percentage from 0 to 100, found '{}'", text));
  }
  return percent / 100;
}

}  // namespace

void add_compare_command(CLI::App& app) {
  auto* command = app.add_subcommand("compare", "Compare two sweeps: what has become faster or slower");
  auto options = std::make_shared<CompareOptions>();
  const OptionGroup group(*command);
  group.value("OLD", "FILE", options->before, "results of the old sweep")->required();
  group.value("NEW", "FILE", options->after, "results of the new sweep")->required();
  group.read(
      "--tolerance", "PERCENT", [options](const std::string& text) { options->tolerance = read_tolerance(text); },
      "relative difference that counts as the same, in percent (default: 5)");
  group.flag("--across-devices", options->across_devices, "also compare sweeps of different machines");
  group.value("--format", "FORMAT", options->format, "table (default), markdown (for a pull request) or json")
      ->check(CLI::IsMember({"table", "markdown", "json"}));
  command->footer(
      "The ratio is new time over old time, estimated from all pairs of samples, with its 95 % interval. The verdict\n"
      "is SAME, FASTER or SLOWER if the whole interval lies within, below or above the tolerance. Otherwise it is\n"
      "UNDECIDED: sweep again with more --samples. The exit code is 1 if a configuration is slower or its output is\n"
      "wrong.\n\n"
      "Examples:\n"
      "  texelsort compare before.jsonl after.jsonl\n"
      "  texelsort compare before.jsonl after.jsonl --tolerance 10 --format markdown");
  command->callback([options] { compare_files(*options); });
}

}  // namespace texelsort::app
