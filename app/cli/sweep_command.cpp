#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress.h"
#include "app/cli/timing_report.h"
#include "app/sweeps/sweep.h"
#include "app/sweeps/sweep_request.h"
#include "compute/data/error.h"
#include "compute/measure/result_table.h"

namespace texelsort::app {

namespace {

struct SweepOptions {
  SweepRequest request;
  DeviceOptions device;
  BudgetOptions budget{{.seconds = 1}};
  std::string output;
  bool resume = false;
  std::uint64_t top = 10;
};

/// Throws UsageError if a file is of another sweep, or of another device.
void require_same(const std::string& path, const SweepHeader& found, const SweepHeader& own) {
  const auto same = [&path](const char* what, const std::string& theirs, const std::string& ours) {
    if (theirs == ours) return;
    throw UsageError(
        fmt::format("{}: cannot go on with it: its {} is '{}', and this one's is '{}'", path, what, theirs, ours));
  };
  same("command", found.command, own.command);
  same("renderer", found.renderer, own.renderer);
  same("driver", found.driver, own.driver);
  same("processor", found.processor, own.processor);
  same("program's version", found.version, own.version);
}

/// The best of one problem, with those that are as good as the best.
std::string ranking(const std::vector<TrialResult>& rows, std::uint64_t top) {
  const auto order = ranked(rows);
  if (order.empty()) return "";
  const TrialResult& best = rows[order.front()];
  measure::ResultTable table;
  for (std::size_t place = 0; place < order.size() && place < top; ++place) {
    const TrialResult& row = rows[order[place]];
    const bool tied = !measure::separated(row.ms, best.ms);
    table.add({{"", "rank", std::uint64_t{place + 1}},
               {"", "configuration", configuration_text(row)},
               {"", "median ms", row.ms.median},
               {"", "low", row.ms.low},
               {"", "high", row.ms.high},
               {"", "samples", row.ms.samples},
               {"", "M keys/s", mega_keys_per_second(row.n, row.ms.median), 2},
               {"", "of the best", row.ms.median / best.ms.median, 3},
               {"", "result",
                place == 0 && (order.size() == 1 || measure::separated(rows[order[1]].ms, best.ms)) ? "fastest"
                : tied                                                                              ? "tied"
                                                                                                    : ""}});
  }
  std::string text = fmt::format("{} keys, {}, {}, {}, payload {}: {} measured\n", best.n, best.type, best.distribution,
                                 best.order, best.payload, order.size());
  return text + measure::text_table(table) + "\n";
}

/// Reasons with how many trials have each; numbers in them make no difference to a reader.
std::string reasons(const std::vector<TrialResult>& rows, TrialStatus status, const char* heading) {
  std::map<std::string, std::vector<const TrialResult*>> by_reason;
  for (const TrialResult& row : rows) {
    if (row.status == status) by_reason[row.reason].push_back(&row);
  }
  std::string text;
  for (const auto& [reason, those] : by_reason) {
    text += fmt::format("{}{}: {}\n", heading,
                        those.size() == 1 ? configuration_text(*those.front())
                                          : fmt::format("{} configurations, {} the first", those.size(),
                                                        configuration_text(*those.front())),
                        reason);
  }
  return text;
}

std::string report(const std::vector<TrialResult>& rows, const SweepOptions& options) {
  using Problem = std::tuple<std::string, std::string, std::uint64_t>;
  std::map<Problem, std::vector<TrialResult>> by_problem;
  for (const TrialResult& row : rows) by_problem[{row.type, row.distribution, row.n}].push_back(row);
  std::string text;
  for (const auto& [problem, of_problem] : by_problem) text += ranking(of_problem, options.top);
  text += reasons(rows, TrialStatus::refused, "refused  ");
  return text + reasons(rows, TrialStatus::failed, "WRONG    ");
}

std::string time_left(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s left", seconds);
  return fmt::format("{:.0f} min left", seconds / 60);
}

class SweepRun {
 public:
  explicit SweepRun(SweepOptions& options) : options_(options) {
    const SweepSpace space = space_of(options.request);
    if (needs_device(space)) device_ = options.device.device_if_any();
    trials_ = trials_of(space, info_of(device_));
    header_ = header_of(options.request, options.device.command_line(), info_of(device_), trials_.size());
    if (options.resume) resume();
  }

  void run() {
    SweepWriter writer = options_.output.empty() ? SweepWriter()
                         : resumed_              ? SweepWriter::resume(options_.output, *resumed_)
                                                 : SweepWriter::create(options_.output, header_);
    const Interrupt interrupt;
    SweepControl control{.budget = options_.request.budget, .seed = options_.request.problem.seed + rows_.size()};
    control.cancelled = Interrupt::asked;
    control.result = [&](const TrialResult& row) {
      writer.add(row);
      rows_.push_back(row);
    };
    const std::size_t before = rows_.size();
    control.progress = [before](const SweepProgress& now) {
      show_progress(fmt::format("{} of {} configurations{}", before + now.done, before + now.of,
                                now.seconds_left > 0 ? ", " + time_left(now.seconds_left) : ""));
    };
    const SweepTime time = run_sweep(trials_, device_, control);
    show_progress("");
    finish(time, rows_.size() - before);
  }

 private:
  /// What the file has is done: it need not be measured again.
  void resume() {
    resumed_ = read_sweep(options_.output);
    require_same(options_.output, resumed_->header, header_);
    std::set<std::string> done;
    for (const TrialResult& row : resumed_->rows) done.insert(row.key());
    std::erase_if(trials_, [&done](const Trial& trial) { return done.contains(trial.key()); });
    rows_ = resumed_->rows;
    fmt::print(stderr, "texelsort: note: {} of {} configurations are in {} already{}\n", rows_.size(), header_.trials,
               options_.output, resumed_->cut_off ? "; its last line was cut off and is measured again" : "");
  }

  void finish(const SweepTime& time, std::size_t measured) const {
    fmt::print("{}", report(rows_, options_));
    const double own = time.all - time.trials;
    fmt::print("time     {:.1f} s for {} configurations, {:.1f} % of it beside warm-ups, sorts and their checks\n",
               time.all, measured, time.all > 0 ? 100 * own / time.all : 0.0);
    fmt::print("again    {}\n", header_.command);
    const auto failed = std::ranges::find(rows_, TrialStatus::failed, &TrialResult::status);
    if (rows_.size() < header_.trials) {
      throw Error(ExitCode::check_failed,
                  fmt::format("cancelled: {} of {} configurations have a result{}", rows_.size(), header_.trials,
                              options_.output.empty() ? "" : "; the same command with --resume goes on"));
    }
    if (failed != rows_.end()) {
      throw Error(ExitCode::check_failed,
                  fmt::format("{} n={}: {}", configuration_text(*failed), failed->n, failed->reason));
    }
    if (std::ranges::find(rows_, TrialStatus::measured, &TrialResult::status) == rows_.end()) {
      throw UsageError("nothing could be measured: " + rows_.front().reason);
    }
  }

  SweepOptions& options_;
  gpu::Device* device_ = nullptr;
  std::vector<Trial> trials_;
  SweepHeader header_;
  std::optional<SweepResults> resumed_;
  std::vector<TrialResult> rows_;
};

void sweep(SweepOptions& options) {
  options.request.budget = options.budget.budget;
  options.request.samples = options.budget.samples;
  if (options.resume && options.output.empty()) throw UsageError("--resume goes on with a file: name it with -o");
  SweepRun(options).run();
}

}  // namespace

void add_sweep_command(CLI::App& app) {
  auto* command = app.add_subcommand("sweep", "Measure algorithms under every combination of parameter values");
  auto options = std::make_shared<SweepOptions>();
  const OptionGroup group(*command);
  group
      .list("-a,--algorithm", "CONFIGURATION", options->request.competitors,
            "ids or shell patterns, with values of their own behind ':', such as radix/srts@compute:digit=4",
            algorithm_ids)
      ->required();
  group
      .value("-p,--parameter", "NAME=VALUES", options->request.axes,
             "the values that a parameter goes through, for those that have it: 1,2,4 or 1024..16384:x2 or "
             "16..64:+16; repeated")
      ->allow_extra_args(false);
  group.list("-n,--count", "SIZES", options->request.sizes,
             "numbers of keys, ranges included: 2^16..2^24:x4 (default 2^16)");
  group.list("-t,--type", "TYPE", options->request.types, "key types (default u32)", listed(key_types));
  group.list("-d,--distribution", "NAME", options->request.distributions, "distributions (default uniform)",
             distribution_names);
  add_sorting_options(*command, options->request.problem);
  options->budget.add_options(group, "", "1 for each");
  group.value("--top", "NUMBER", options->top, "how many of each problem are listed (default 10)");
  group.value("-o,--output", "FILE.jsonl", options->output, "keep every result here, as it comes");
  group.flag("--resume", options->resume, "go on with that file: what it has is not measured again");
  options->device.add_options(*command);
  command->footer(
      "Configurations are measured in random order, up to twelve at a time interleaved sample by sample. One ranks only\n"
      "if its output was verified; \"tied\" is whose 95 % interval overlaps the best one's. What cannot run is listed\n"
      "with the reason, what is wrong with the first claim that does not hold. Ctrl-C ends with what is done.\n\n"
      "Examples:\n"
      "  texelsort sweep -a radix/srts@compute -p digit=1,2,4,8 -p tile=1024..16384:x2 -n 2^16..2^20:x4\n"
      "  texelsort sweep -a radix/srts@compute:digit=4,radix/grs@compute -p workgroup=32..256:x2 -o sweep.jsonl\n"
      "  texelsort sweep -a radix/srts@compute:digit=4,radix/grs@compute -p workgroup=32..256:x2 -o sweep.jsonl "
      "--resume");
  command->callback([options] { sweep(*options); });
}

}  // namespace texelsort::app
