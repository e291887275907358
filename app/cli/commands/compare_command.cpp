#include <algorithm>
#include <memory>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "app/cli/commands/bench_blocks.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/interrupt.h"
#include "app/problem/host.h"
#include "app/problem/json_document.h"
#include "app/problem/option_group.h"
#include "app/problem/problem_options.h"
#include "app/problem/progress.h"
#include "app/tuning/sweeps/comparison.h"
#include "app/tuning/sweeps/result_files.h"
#include "compute/data/error.h"
#include "compute/data/text/number.h"
#include "compute/data/text/outgoing_text.h"
#include "compute/measure/result_table.h"

namespace texelsort::app {

namespace {

constexpr std::uint64_t usual_pairs = 10;

struct CompareOptions {
  std::string before, after, format = "table";
  double tolerance = 0.05;
  bool across_devices = false, programs = false;
  /// Number of pairs of processes of --programs. Null: usual_pairs, and as many again if these decide nothing.
  std::optional<std::uint64_t> rounds{};
  std::vector<std::string> words{};  ///< further words, which --programs passes on to `bench`
};

/// Throws UsageError if the results are from different machines. Results of sorts on the CPU alone name no renderer.
void require_one_device(SweepHeader before, SweepHeader after) {
  if (before.renderer.empty() || after.renderer.empty()) before.renderer = after.renderer = "";
  const std::string text = difference(before, after);
  if (text.empty()) return;
  throw UsageError(fmt::format(
      "the results are from different machines, with the {}: add --across-devices to compare them anyway", text));
}

measure::ResultTable table_of(const SweepComparison& comparison) {
  measure::ResultTable table;
  const bool any_reason =
      std::ranges::any_of(comparison.trials, [](const ComparedTrial& trial) { return !trial.reason.empty(); });
  for (const ComparedTrial& trial : comparison.trials) {
    const TrialResult &before = *trial.before, &after = *trial.after;
    const measure::BlockComparison& times = trial.times;
    const bool counts = trial.verdict != Change::wrong;
    table.add({{"verdict", "verdict", name(trial.verdict)},
               {"configuration", "configuration", configuration_text(after)},
               {"n", "n", after.n},
               {"type", "type", after.type},
               {"distribution", "distribution", after.distribution},
               {"before_ms", "before ms", measure::summarise(before.blocks.p5_ms).median},
               {"after_ms", "after ms", measure::number_if(counts, measure::summarise(after.blocks.p5_ms).median)},
               {"ratio", "x before", measure::number_if(counts && times.ratio.samples > 0, times.ratio.estimate)},
               {"ratio_low", "low", measure::number_if(counts && times.ratio.has_interval(), times.ratio.low)},
               {"ratio_high", "high", measure::number_if(counts && times.ratio.has_interval(), times.ratio.high)},
               {"control_ratio", "", measure::number_if(times.has_control, times.control.estimate)},
               {"control_low", "", measure::number_if(times.has_control, times.control.low)},
               {"control_high", "", measure::number_if(times.has_control, times.control.high)},
               {"blocks_before", "", before.blocks.p5_ms.size()},
               {"blocks_after", "", after.blocks.p5_ms.size()},
               {"reason", any_reason ? "reason" : "", trial.reason}});
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
  if (!comparison.missing.empty()) text += fmt::format("; {} only in the old results", comparison.missing.size());
  if (!comparison.added.empty()) text += fmt::format("; {} only in the new results", comparison.added.size());
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

/// Throws Error (check_failed) if a configuration is wrong or slower.
void require_good(const SweepComparison& comparison) {
  if (const std::uint64_t wrong = comparison.count(Change::wrong); wrong > 0) {
    throw Error(ExitCode::check_failed, fmt::format("configurations with a wrong output: {}", wrong));
  }
  if (const std::uint64_t slower = comparison.count(Change::slower); slower > 0) {
    throw Error(ExitCode::check_failed,
                fmt::format("slower configurations: {} of {}", slower, comparison.trials.size()));
  }
}

void compare_files(const CompareOptions& options) {
  if (options.rounds) throw UsageError("--rounds is the number of pairs of --programs: leave it out for files");
  if (!options.words.empty()) {
    throw UsageError(
        fmt::format("unknown option or file '{}': compare accepts two files; only --programs passes "
                    "options on to bench",
                    options.words.front()));
  }
  const SweepResults before = read_results(options.before), after = read_results(options.after);
  if (!options.across_devices) require_one_device(before.header, after.header);
  const SweepComparison comparison = compare(before, after, options.tolerance);
  if (comparison.trials.empty()) {
    throw UsageError(fmt::format(
        "{} and {} have no common configuration: measure both with the same algorithms, sizes and parameter values, such as "
        "--defaults",
        options.before, options.after));
  }
  print(comparison, before, after, options);
  require_good(comparison);
}

std::vector<TrialResult> trials_of(const nlohmann::ordered_json& rows) {
  std::vector<TrialResult> trials;
  for (const auto& row : rows) trials.push_back(bench_row(row));
  return trials;
}

/// Adds the rows of a process to the results of a program. Throws UsageError if they are not those of `first`, the rows
/// of the first process of the old program. Parameter values may differ, because the two programs may have
/// different defaults.
void add_block(SweepResults& results, std::vector<TrialResult> fresh, const std::vector<TrialResult>& first,
               const std::string& program) {
  const auto same = [](const TrialResult& one, const TrialResult& other) {
    return std::tie(one.algorithm, one.n, one.type, one.distribution) ==
           std::tie(other.algorithm, other.n, other.type, other.distribution);
  };
  if (!first.empty() && !std::ranges::equal(fresh, first, same)) {
    throw UsageError(
        fmt::format("{} measures other rows than the old program: name fewer algorithms with -a", program));
  }
  if (results.rows.empty()) {
    results.rows = std::move(fresh);
    return;
  }
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    TrialResult& row = results.rows[i];
    if (fresh[i].status == TrialStatus::failed) row.status = TrialStatus::failed, row.reason = fresh[i].reason;
    for (const double ms : fresh[i].blocks.p5_ms) row.blocks.p5_ms.push_back(ms);
    for (const double ms : fresh[i].samples_ms) row.samples_ms.push_back(ms);
    row.ms = measure::summarise(row.samples_ms);
  }
}

/// Ratios of a row: new time divided by old time in each pair of processes; see measure::calm_ratio.
using PairRatios = std::vector<double>;

SweepComparison compare_pairs(const SweepResults& before, const SweepResults& after,
                              const std::vector<PairRatios>& ratios, double tolerance, double confidence) {
  SweepComparison comparison{.tolerance = tolerance};
  for (std::size_t i = 0; i < before.rows.size(); ++i) {
    const TrialResult &old = before.rows[i], &now = after.rows[i];
    ComparedTrial trial{.before = &old, .after = &now};
    if (old.status != TrialStatus::measured || now.status == TrialStatus::refused) {
      (old.status == TrialStatus::measured ? comparison.missing : comparison.added).push_back(&now);
      continue;
    }
    if (now.status == TrialStatus::failed) {
      trial.verdict = Change::wrong;
      trial.reason = now.reason;
    } else if (ratios[i].empty()) {
      trial.reason = fmt::format("different clocks: {} before, {} after; measure again", old.clock, now.clock);
    } else {
      trial.times.ratio = measure::paired_ratio(ratios[i], PairRatios(ratios[i].size(), 1.0), confidence);
      trial.verdict = static_cast<Change>(measure::verdict_of(trial.times.ratio, tolerance));
      if (trial.verdict == Change::undecided) {
        trial.reason = fmt::format("the interval of {} pairs crosses the tolerance: give --rounds {}", ratios[i].size(),
                                   2 * ratios[i].size());
      }
    }
    comparison.trials.push_back(trial);
  }
  return comparison;
}

/// Runs pairs of processes, one of the old and one of the new program, which measure their rounds in turns. A pair is
/// one observation, because all samples of a process share its memory layout.
void compare_programs(const CompareOptions& options) {
  if (options.words.empty())
    throw UsageError("--programs needs options of bench after the programs, such as -a PATTERN");
  const LoadMeter load;
  tell_load(load);
  // The options follow, so that --seconds among them replaces this one.
  std::vector<std::string> words{"bench", "--format", "json", "--seconds", "1"};
  words.insert(words.end(), options.words.begin(), options.words.end());
  const Interrupt interrupt;
  SweepResults before, after;
  std::vector<PairRatios> ratios;
  const std::uint64_t first = options.rounds.value_or(usual_pairs), most = options.rounds.value_or(2 * usual_pairs);
  // Two looks at the ratios have half of the error each, so that both together err in 5 % of all comparisons.
  const double confidence = first == most ? 0.95 : 0.975;
  const auto compared = [&] { return compare_pairs(before, after, ratios, options.tolerance, confidence); };
  for (std::uint64_t pair = 0; pair < most; ++pair) {
    if (pair == first && std::ranges::count(compared().trials, Change::undecided, &ComparedTrial::verdict) == 0) break;
    show_progress(fmt::format("pair {} of {}", pair + 1, pair < first ? first : most));
    const auto rows = measure_in_turns({options.before, options.after}, words, pair % 2);
    const std::vector<TrialResult> old = trials_of(rows[0]), now = trials_of(rows[1]);
    add_block(before, old, before.rows, options.before);
    add_block(after, now, before.rows, options.after);
    ratios.resize(old.size());
    for (std::size_t i = 0; i < old.size(); ++i) {
      if (old[i].samples_ms.empty() || now[i].samples_ms.empty()) continue;
      if (old[i].clock != now[i].clock) continue;  // each process chooses its clock, and the times do not compare
      ratios[i].push_back(measure::calm_ratio(now[i].samples_ms, old[i].samples_ms));
    }
  }
  show_progress("");
  before.header.processor = after.header.processor = cpu_name();
  before.header.date = after.header.date = utc_now();
  const SweepComparison comparison = compared();
  if (comparison.trials.empty()) throw UsageError("no configuration could be measured: " + before.rows.front().reason);
  print(comparison, before, after, options);
  require_good(comparison);
}

double read_tolerance(const std::string& text) {
  const double percent = data::read_number<double>(text).value_or(-1);
  if (!(percent >= 0 && percent <= 100)) {
    throw UsageError(fmt::format("--tolerance: expected a percentage from 0 to 100, found '{}'", text));
  }
  return percent / 100;
}

std::uint64_t read_rounds(const std::string& text) {
  constexpr std::uint64_t most = 1000;
  const std::uint64_t rounds = whole_option(text, "--rounds");
  if (rounds >= measure::least_for_interval && rounds <= most) return rounds;
  throw UsageError(
      fmt::format("--rounds: expected a number from {} to {}, found {}", measure::least_for_interval, most, rounds));
}

}  // namespace

void add_compare_command(CLI::App& app) {
  auto* command = app.add_subcommand("compare", "Compare two runs or two programs: what has become faster or slower");
  auto options = std::make_shared<CompareOptions>();
  const OptionGroup group(*command);
  group.value("OLD", "FILE", options->before, "old results: JSON of bench, a file of sweep, or a folder of such files")
      ->required();
  group.value("NEW", "FILE", options->after, "new results")->required();
  group.flag("--programs", options->programs,
             "OLD and NEW are programs that run bench in turns; options of bench follow, and -a is required");
  group.read(
      "--rounds", "NUMBER", [options](const std::string& text) { options->rounds = read_rounds(text); },
      "with --programs: number of pairs of processes, at least 6 (default: 10, and 10 more if these decide nothing)");
  group.read(
      "--tolerance", "PERCENT", [options](const std::string& text) { options->tolerance = read_tolerance(text); },
      "relative difference that counts as the same, in percent (default: 5)");
  group.flag("--across-devices", options->across_devices, "also compare results of different machines");
  group.value("--format", "FORMAT", options->format, "table (default), markdown (for a pull request) or json")
      ->check(CLI::IsMember({"table", "markdown", "json"}));
  command->allow_extras();
  command->footer(
      "\"x before\" is the new time divided by the old time, with its interval of 95 %. With --programs and without\n"
      "--rounds, two looks at the ratios are possible, and each has an interval of 97.5 %.\n"
      "Each process is one observation, because its samples are not independent. In files, it counts by its 5th\n"
      "percentile, because other programs only add time. The verdict is SAME, FASTER or SLOWER if the whole interval\n"
      "lies within, below or above the tolerance. Otherwise it is UNDECIDED. It is also UNDECIDED with fewer than six\n"
      "blocks, and if the control shows that the machine has changed. The exit code is 1 if a configuration is slower\n"
      "or its output is wrong.\n\n"
      "Examples:\n"
      "  texelsort bench -a radix/srts@compute -n 2^20 --repetitions 20 --format json -o before.json\n"
      "  texelsort compare before.json after.json\n"
      "  texelsort compare before.json after.json --tolerance 10 --format markdown\n"
      "  texelsort compare --programs old/texelsort new/texelsort -a radix/srts@compute -n 2^20");
  command->callback([options, command] {
    options->words = command->remaining();
    options->programs ? compare_programs(*options) : compare_files(*options);
  });
}

}  // namespace texelsort::app
