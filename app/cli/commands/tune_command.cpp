#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/interrupt.h"
#include "app/cli/options/swept_options.h"
#include "app/cli/reports/sweep_report.h"
#include "app/problem/messages.h"
#include "app/problem/option_group.h"
#include "app/problem/progress.h"
#include "app/tuning/sweeps/search.h"
#include "app/tuning/sweeps/sweep.h"
#include "app/tuning/sweeps/winner_choice.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "compute/data/text/number.h"
#include "compute/data/text/number_format.h"
#include "compute/data/text/outgoing_text.h"
#include "compute/measure/result_table.h"
#include "compute/measure/summary_text.h"

namespace texelsort::app {

namespace {

struct TuneOptions : SweptOptions {
  Strategy strategy = Strategy::local;
  double seconds = 60;
  std::string forgotten;
  bool forget = false, keep = true, only_table = false;
};

/// Reads a time limit such as "60", "60s" or "2min", and returns it in seconds.
double budget_option(const std::string& text) {
  double factor = 1;
  std::string_view number = text;
  for (const auto& [unit, seconds] : {std::pair{"min", 60.0}, {"s", 1.0}}) {
    if (!number.ends_with(unit)) continue;
    number.remove_suffix(std::string_view(unit).size());
    factor = seconds;
    break;
  }
  const double seconds = factor * data::read_number<double>(std::string(number)).value_or(0);
  if (!(seconds > 0) || std::isinf(seconds)) {
    throw UsageError(fmt::format("--budget: expected a time above 0, such as 60s or 2min, found '{}'", text));
  }
  return seconds;
}

std::string values_text(const std::map<std::string, std::string>& values) {
  std::string text;
  for (const auto& [name, value] : values) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text;
}

std::string share_text(const SearchOutcome& outcome) {
  const double share = 100 * static_cast<double>(outcome.covered) / static_cast<double>(outcome.combinations);
  return fmt::format("{} of {} combinations ({:.3g} %){}", outcome.covered, outcome.combinations, share,
                     outcome.own_is_outside ? " and the default" : "");
}

std::string_view verdict(const SearchOutcome& outcome) {
  if (outcome.cancelled) return "cancelled";
  if (outcome.only_own()) return "undecided";
  if (outcome.own_wins()) return "default is best";
  if (outcome.beaten()) return "beaten";
  return "tied";
}

/// Returns a text that compares the winner of a search with the default values.
std::string comparison_text(const SearchOutcome& outcome) {
  const TrialResult &winner = outcome.winner, &own = outcome.own;
  std::string text =
      fmt::format("tried    {}: {} measured ({} stopped early), {} refused, {} wrong, {} skipped, in {:.1f} s\n",
                  share_text(outcome), outcome.measured, outcome.stopped, outcome.refused, outcome.failed,
                  outcome.skipped, outcome.seconds);
  if (outcome.cancelled) return text;
  const auto line = [](const char* what, const TrialResult& row) {
    return fmt::format("{} {:.4f} ms  {}  {} samples  {}\n", what, row.ms.median, measure::interval_text(row.ms),
                       row.ms.samples, values_text(row.parameters));
  };
  text += line("default ", own);
  if (outcome.only_own()) return text + "best     undecided: the time was over before anything else was measured\n";
  if (!outcome.confirmed && !outcome.own_wins()) {
    return text + "best     undecided: the time was over before the confirmation run\n";
  }
  if (outcome.own_wins()) {
    return text + (outcome.measured > 1 ? "best     the default: nothing that was tried is faster\n"
                                        : "best     the default: nothing else was tried\n");
  }
  text += line("best    ", winner);
  if (!outcome.ratio.has_interval()) {
    return text + fmt::format(
                      "ratio    best / default = {:.3f}  undecided: {} rounds are too few for an interval; give more "
                      "time\n",
                      outcome.ratio.estimate, outcome.ratio.samples);
  }
  return text + fmt::format("ratio    best / default = {:.3f}  [{:.3f}, {:.3f}]  {}\n", outcome.ratio.estimate,
                            outcome.ratio.low, outcome.ratio.high,
                            outcome.beaten() ? "the default is beaten" : "undecided: the interval contains 1");
}

/// Returns the default, by whose time the ranking divides all times.
RatioBase base_of(const SearchOutcome& outcome) {
  if (outcome.own.samples_ms.empty()) return {};
  return {.name = "default", .row = &outcome.own, .confidence = search_confidence};
}

measure::ResultTable summary(const std::vector<SearchOutcome>& outcomes) {
  measure::ResultTable table;
  for (const SearchOutcome& one : outcomes) {
    table.add({{"", "algorithm", one.own.algorithm},
               {"", "n", one.own.n},
               {"", "default ms", one.own.ms.median, 4},
               {"", "best ms", one.winner.ms.median, 4},
               {"", "x default", one.ratio.estimate},
               {"", "low", measure::number_if(one.ratio.has_interval(), one.ratio.low)},
               {"", "high", measure::number_if(one.ratio.has_interval(), one.ratio.high)},
               {"", "result", std::string(verdict(one))},
               {"", "tried", share_text(one)},
               {"", "default", values_text(one.own.parameters)},
               {"", "best", values_text(one.winner.parameters)}});
  }
  return table;
}

class TuneRun {
 public:
  explicit TuneRun(TuneOptions& options)
      : options_(options), space_(space_of(options.request, options.device.execution())) {
    if (needs_device(space_)) device_ = options.device.device_if_any();
    for (const algorithms::Configuration& competitor : space_.competitors) {
      if (competitor.algorithm->info().task == algorithms::Task::merge) {
        throw UsageError(competitor.algorithm->info().id + " merges, but tune accepts only sorts and selections");
      }
    }
    SweptOptions::require_used_devices(space_);
    header_ = header_of(options.request, options.device.command_line(), info_of(device_), 0);
    header_.shaders = hash_of_shaders(options.device.shader_directory(), options.device.replaced_shaders());
    header_.definitions = definitions_of(space_);
    resumed_ = options.results_before(header_);
    if (!resumed_) return;
    rows_ = resumed_->rows;
    say_note(fmt::format("{} already contains {}", options.output, data::counted(rows_.size(), "configuration")));
  }

  void run() {
    tell_load(load_);
    SweepWriter writer = options_.writer(header_, resumed_);
    const Interrupt interrupt;
    std::vector<SearchOutcome> outcomes;
    for (const ProblemSpec& problem : space_.problems) {
      for (const algorithms::Configuration& competitor : space_.competitors) {
        if (Interrupt::asked()) break;
        outcomes.push_back(
            search_one({competitor, problem, space_.axes, space_.execution, space_.restrictions}, writer));
      }
    }
    show_progress("");
    if (outcomes.size() > 1 || options_.only_table) fmt::print("{}", measure::text_table(summary(outcomes)));
    fmt::print("again    {}\n", header_.command);
    if (Interrupt::asked()) {
      throw Error(ExitCode::check_failed,
                  fmt::format("cancelled with results of {}{}", data::counted(rows_.size(), "configuration"),
                              options_.output.empty() ? "" : "; the same command with --resume continues"));
    }
    const auto failed = std::ranges::find(rows_, TrialStatus::failed, &TrialResult::status);
    if (failed != rows_.end()) {
      throw Error(ExitCode::check_failed,
                  fmt::format("{} n={}: {}", configuration_text(*failed), failed->n, failed->reason));
    }
  }

 private:
  SearchOutcome search_one(const SearchSpace& space, SweepWriter& writer) {
    const bool on_cpu = space.competitor.algorithm->info().backend == algorithms::Backend::cpu;
    const std::string what =
        fmt::format("tuning {} for {} keys", space.competitor.algorithm->info().id, *generated_n(space.problem));
    SearchControl control{.strategy = options_.strategy,
                          .seconds = options_.seconds,
                          .seed = options_.request.problem.seed + rows_.size()};
    const TrialResult about = describe(make_trial({space.competitor.algorithm, {}}, space.problem, {},
                                                  info_of(on_cpu ? nullptr : device_), space.execution));
    for (const TrialResult& row : rows_) {
      if (std::tie(row.algorithm, row.n, row.type, row.distribution) ==
          std::tie(about.algorithm, about.n, about.type, about.distribution)) {
        control.done.push_back(row);
      }
    }
    control.cancelled = Interrupt::asked;
    std::vector<TrialResult> own_rows = control.done;
    control.result = [&](const TrialResult& row) {
      writer.add(row);
      for (auto* rows : {&rows_, &own_rows}) put(*rows, row);
    };
    control.partial = [&writer](std::span<const TrialResult> rows) { writer.add(rows); };
    control.progress = [&what](const SearchProgress& now) {
      show_progress(fmt::format("{}: {} measured, best {:.3f} ms, default {:.3f} ms, {}", what, now.tried, now.best_ms,
                                now.own_ms, time_left(now.seconds_left)));
    };
    show_progress(what);
    const SearchOutcome outcome = search(space, on_cpu ? nullptr : device_, control);
    show_progress("");
    if (!options_.only_table)
      fmt::print(
          "{}", data::outgoing_text(sweep_report(own_rows, options_.top, base_of(outcome)) + comparison_text(outcome)));
    keep(outcome, *space.competitor.algorithm, space.execution);
    if (!options_.only_table) fmt::print("\n");
    return outcome;
  }

  /// Saves a winner unless the command has device options. Kernels on the CPU and replaced shaders do not predict the
  /// times of other runs.
  void keep(const SearchOutcome& outcome, const algorithms::Algorithm& algorithm,
            const cuda::ExecutionOptions& execution) const {
    const auto place = place_of(algorithm, info_of(device_), execution);
    const auto file = winners_file();
    if (!outcome.beaten() || !options_.keep || !file || !place || !options_.device.command_line().empty()) return;
    keep_winner(*file, winner_of(outcome, *place, header_.command, algorithm.content_hash()));
    if (!options_.only_table) fmt::print("saved    {}; texelsort tune --forget deletes it\n", file->string());
  }

  TuneOptions& options_;
  SweepSpace space_;
  LoadMeter load_;
  gpu::Device* device_ = nullptr;
  SweepHeader header_;
  std::optional<SweepResults> resumed_;
  std::vector<TrialResult> rows_;
};

/// Returns the id of the algorithm whose values to delete. Throws UsageError for an unknown algorithm, but not for a
/// folder: the user may have deleted it, and its values are still saved.
std::string id_to_forget(const std::string& text) {
  return text.ends_with('/') ? text : algorithms::find_algorithm(text).info().id;
}

void forget(const TuneOptions& options) {
  const auto file = winners_file();
  const std::string id = options.forgotten.empty() ? "" : id_to_forget(options.forgotten);
  const std::string fault = file ? read_winners(*file).fault : "";
  const auto gone = file ? forget_winners(*file, id) : std::vector<Winner>();
  for (const Winner& winner : gone) {
    fmt::print("deleted  {}  n={} {} payload {}  {}  {}  measured on {}\n", winner.algorithm, winner.n, winner.type,
               winner.payload, winner.place.device, values_text(winner.values), winner.date);
  }
  if (!fault.empty()) fmt::print("deleted  {}, which was damaged\n", file->string());
  if (gone.empty() && fault.empty())
    fmt::print("nothing was saved{}\n", options.forgotten.empty() ? "" : " for " + options.forgotten);
}

void tune(TuneOptions& options) {
  if (options.forget) return forget(options);
  if (!options.forgotten.empty())
    throw UsageError("tune needs -a before the algorithms; only --forget accepts an algorithm without -a");
  if (options.request.competitors.empty()) {
    throw UsageError("tune needs algorithms: add -a CONFIGURATION, or --forget; see texelsort tune --help");
  }
  options.require_file_to_resume();
  options.request.command = fmt::format("tune --search {} --budget {}", name(options.strategy), options.seconds);
  TuneRun(options).run();
}

}  // namespace

void add_tune_command(CLI::App& app) {
  auto* command =
      app.add_subcommand("tune", "Search for parameter values that are faster than the defaults, within a time budget");
  auto options = std::make_shared<TuneOptions>();
  const OptionGroup group(*command);
  group.value("ALGORITHM", "", options->forgotten,
              "with --forget: algorithm whose saved values to delete (default: all)", algorithm_ids);
  options->request.add_configuration_options(
      group, "algorithms: ids or shell patterns; parameter values after ':' stay fixed",
      "values of a parameter to search, with no other parameter than those given; may be repeated (default: all "
      "parameters, each over its domain)");
  group.read(
      "--budget", "TIME", [options](const std::string& text) { options->seconds = budget_option(text); },
      "time per algorithm and problem, such as 60s or 2min (default: 60s)");
  group.word("--search", "search", strategies, parse_strategy, options->strategy,
             "search from the defaults on with restarts (local), or at random (default: local)");
  options->request.add_problem_options(group);
  group.flag("--table", options->only_table, "print only one line per search");
  group.flag("--no-keep{false}", options->keep, "do not save values that beat the default");
  group.flag("--forget", options->forget, "delete the saved values of all algorithms or of ALGORITHM");
  options->top = 5;
  options->add_result_options(*command, "the time of its results counts towards the budget");
  command->footer(
      "The default is always measured. Trials are verified and interleaved as in a sweep. A trial gets no more\n"
      "samples if its interval lies above that of the best one after three samples. A confirmation run then measures\n"
      "the three fastest and the default again. Only these are ranked. \"x default\" is their time divided by that of the default.\n"
      "The best values are saved in ~/.cache/texelsort if the 95 % interval of best / default is below 1. They apply to\n"
      "the same device, driver, key type and similar numbers of keys.\n\n"
      "Examples:\n"
      "  texelsort tune -a radix/srts@compute -n 2^20\n"
      "  texelsort tune -a radix/srts@compute -p digit=4,8 -p workgroup=32..1024:x2 -n 2^16..2^24:x16 --budget 20s\n"
      "  texelsort tune -a bitonic/compute -n 2^20 --search random -o search.jsonl\n"
      "  texelsort tune -a bitonic/compute -n 2^20 --search random -o search.jsonl --resume\n"
      "  texelsort tune --forget radix/srts@compute");
  command->callback([options] { tune(*options); });
}

}  // namespace texelsort::app
