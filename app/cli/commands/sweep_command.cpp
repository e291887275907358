#include <algorithm>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/interrupt.h"
#include "app/cli/options/swept_options.h"
#include "app/cli/reports/sweep_report.h"
#include "app/problem/messages.h"
#include "app/problem/option_group.h"
#include "app/problem/progress.h"
#include "app/tuning/sweeps/sweep.h"
#include "compute/data/error.h"
#include "compute/data/text/number_format.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

struct SweepOptions : SweptOptions {
  QuestionOptions questions;
};

class SweepRun {
 public:
  explicit SweepRun(SweepOptions& options) : options_(options) {
    const SweepSpace space = space_of(options.request, options.device.execution());
    SweptOptions::require_used_devices(space);
    if (needs_device(space)) device_ = options.device.device_if_any();
    trials_ = trials_of(space, info_of(device_));
    for (Trial& trial : trials_) trial.times_passes = options.request.passes;
    header_ = header_of(options.request, options.device.command_line(), info_of(device_), trials_.size());
    header_.shaders = hash_of_shaders(options.device.shader_directory(), options.device.replaced_shaders());
    header_.definitions = definitions_of(space);
    resume();
  }

  void run() {
    tell_load(load_);
    SweepWriter writer = options_.writer(header_, resumed_);
    const Interrupt interrupt;
    std::set<std::string> measured;
    SweepControl control{
        .budget = options_.request.budget.budget, .seed = options_.request.problem.seed + rows_.size(), .done = rows_};
    control.times_copies = true;
    control.cancelled = Interrupt::asked;
    control.result = [&](const TrialResult& row) {
      writer.add(row);
      put(rows_, row);
      measured.insert(row.key());
    };
    control.partial = [&](std::span<const TrialResult> rows) { writer.add(rows); };
    if (resumed_) control.enough = enough_;
    control.progress = [](const SweepProgress& now) {
      show_progress(fmt::format("{} of {} configurations{}", now.done, now.of,
                                now.seconds_left > 0 ? ", " + time_left(now.seconds_left) : ""));
    };
    const SweepTime time = run_sweep(trials_, device_, control);
    show_progress("");
    finish(time, measured.size());
  }

 private:
  void resume() {
    resumed_ = options_.results_before(header_);
    if (!resumed_) return;
    rows_ = resumed_->rows;
    require_covered(options_.output, rows_, trials_);
    enough_ = enough_for(*resumed_, options_.request);
    std::string more;
    if (const auto few = std::ranges::count_if(rows_, [this](const TrialResult& row) { return !enough_(row); })) {
      more = fmt::format("; {} of them get further samples", few);
    }
    if (resumed_->cut_off) more += "; its last line was incomplete and is measured again";
    say_note(fmt::format("{} of {} configurations are in {} already{}", rows_.size(), header_.trials, options_.output,
                         more));
  }

  std::size_t complete() const {
    return static_cast<std::size_t>(std::ranges::count(rows_, false, &TrialResult::partial));
  }

  void finish(const SweepTime& time, std::size_t measured) const {
    fmt::print("{}", data::outgoing_text(sweep_report(rows_, options_.top)));
    const double own = time.all - time.trials;
    fmt::print("time     {:.1f} s for {}, {:.1f} % of it outside warm-ups, sorts and their checks\n", time.all,
               data::counted(measured, "configuration"), time.all > 0 ? 100 * own / time.all : 0.0);
    fmt::print("again    {}\n", header_.command);
    const auto failed = std::ranges::find(rows_, TrialStatus::failed, &TrialResult::status);
    if (complete() < header_.trials || Interrupt::asked() != 0) {
      // main() ends the program by the signal, so this exit code is not used.
      throw Error(ExitCode::check_failed,
                  fmt::format("cancelled: {} of {} configurations have all samples{}", complete(), header_.trials,
                              options_.output.empty() ? "" : "; the same command with --resume continues"));
    }
    if (failed != rows_.end()) {
      throw Error(ExitCode::check_failed,
                  fmt::format("{} n={}: {}", configuration_text(*failed), failed->n, failed->reason));
    }
    if (std::ranges::find(rows_, TrialStatus::measured, &TrialResult::status) == rows_.end()) {
      throw UsageError("no configuration could be measured: " + rows_.front().reason);
    }
  }

  SweepOptions& options_;
  LoadMeter load_;
  gpu::Device* device_ = nullptr;
  std::vector<Trial> trials_;
  SweepHeader header_;
  std::optional<SweepResults> resumed_;
  std::vector<TrialResult> rows_;
  std::function<bool(const TrialResult&)> enough_;  ///< set if the sweep continues a file
};

void sweep(SweepOptions& options) {
  options.request.problem.questions = options.questions.questions();
  options.require_file_to_resume();
  if (options.request.passes && options.output.empty()) {
    throw UsageError("--passes needs a results file for the times of passes: name it with -o");
  }
  SweepRun(options).run();
}

}  // namespace

void add_sweep_command(CLI::App& app) {
  auto* command = app.add_subcommand("sweep", "Measure algorithms under every combination of parameter values");
  auto options = std::make_shared<SweepOptions>();
  const OptionGroup group(*command);
  options->request
      .add_configuration_options(
          group,
          "algorithms: ids or shell patterns, each optionally with parameter values after ':', such as "
          "radix/srts@compute:digit=4",
          "values of a parameter to measure, for all algorithms that have it: 1,2,4 or 1024..16384:x2 or 16..64:+16, or "
          "an expression such as workgroup*4; may be repeated")
      ->required();
  options->request.add_problem_options(group);
  options->questions.add_options(*command);
  add_sequence_count_option(OptionGroup(*command, "Input"), options->request.problem);
  options->request.add_budget_options(group);
  options->request.add_passes_option(group);
  options->add_result_options(*command, "measure only what it lacks");
  command->footer(
      "Configurations are measured in random order, up to eight of them interleaved in rounds. The fastest are then\n"
      "measured once more together. A configuration is ranked only if its output was verified. \"x best\" is its time\n"
      "divided by the best time, paired by round, with the 95 % interval. \"tied\" means that this interval contains 1.\n"
      "Configurations of other rounds follow without rank, because their times do not compare.\n"
      "Configurations that cannot run are listed with the reason, and wrong outputs with the first claim that does\n"
      "not hold. Ctrl-C ends the sweep and reports the results so far. --resume continues it, also with more\n"
      "algorithms, values, sizes, samples or seconds.\n\n"
      "Examples:\n"
      "  texelsort sweep -a radix/srts@compute -p digit=1,2,4,8 -p tile=1024..16384:x2 -n 2^16..2^20:x4\n"
      "  texelsort sweep -a radix/srts@compute:digit=4,radix/grs@compute -p workgroup=32..256:x2 -o sweep.jsonl\n"
      "  texelsort sweep -a radix/srts@compute:digit=4,radix/grs@compute -p workgroup=32..256:x2 -o sweep.jsonl "
      "--resume");
  command->callback([options] { sweep(*options); });
}

}  // namespace texelsort::app
