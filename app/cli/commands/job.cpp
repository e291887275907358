#include "app/cli/commands/job.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "app/cli/commands/command_line.h"
#include "app/cli/reports/timing_report.h"
#include "app/problem/host.h"
#include "app/problem/messages.h"
#include "app/problem/option_group.h"
#include "app/problem/progress.h"
#include "app/tuning/sweeps/winner_choice.h"
#include "compute/algorithms/default_choice.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "compute/data/io/io_times.h"
#include "compute/data/keys/distribution.h"
#include "compute/data/keys/keys.h"
#include "compute/data/text/number_format.h"
#include "compute/data/text/outgoing_text.h"
#include "compute/measure/copy_bandwidth.h"
#include "compute/measure/measuring.h"

namespace texelsort::app {

namespace {

/// Returns the progress text for loading a problem, for example "reading data.csv" or "making 1,000,000 keys".
std::string loading_text(const ProblemSpec& spec) {
  if (const auto n = generated_n(spec)) return "making " + data::counted(*n, "key");
  if (!spec.files.empty()) return "reading " + data::counted(spec.files.size(), "file");
  if (!spec.values.empty()) return "reading the numbers";
  return "reading " + (spec.input == "-" ? "standard input" : spec.input);
}

/// A problem that is loaded or generated as late as possible, so that impossible jobs are rejected first.
class PendingProblem {
 public:
  PendingProblem(const ProblemSpec& spec, const cuda::ExecutionOptions& execution)
      : spec_(spec), execution_(execution) {}

  /// Returns the problem's form: number and type of keys, and payload. Reads input files, but does not yet generate
  /// keys. Throws the errors of load().
  algorithms::ProblemForm form() {
    if (const auto n = generated_n(spec_))
      return form_of(spec_, *n, spec_.type.value_or(data::KeyType::u32), execution_);
    if (!loaded_) loaded_ = take();
    return loaded_->problem->form();
  }

  /// Returns the problem, and loads it if necessary. Must be called only once.
  LoadedProblem take() {
    if (loaded_) return std::move(*loaded_);
    show_progress(loading_text(spec_));
    const auto start = std::chrono::steady_clock::now();
    const std::chrono::nanoseconds read_before = data::io_times().reading;
    LoadedProblem loaded = load(spec_, execution_);
    loading_ = std::chrono::steady_clock::now() - start;
    reading_ = data::io_times().reading - read_before;
    for (const std::string& note : loaded.notes) say_warning(note);
    return loaded;
  }

  /// Return the time for generating or reading the problem, and the part of this time that waited for file input.
  std::chrono::nanoseconds loading() const { return loading_; }
  std::chrono::nanoseconds reading() const { return reading_; }

 private:
  const ProblemSpec& spec_;
  const cuda::ExecutionOptions& execution_;
  std::chrono::nanoseconds loading_{}, reading_{};
  std::optional<LoadedProblem> loaded_;
};

/// Throws UsageError if -p names a parameter that the default algorithm lacks. Called only without -a, when texelsort
/// chooses the algorithm.
void require_parameters(const algorithms::Algorithm& chosen, const AlgorithmOptions& options,
                        data::PayloadKind payload) {
  const auto specs = parameters_for(chosen, payload);
  for (const auto& [name, value] : parse_assignments(options.assignments)) {
    if (std::ranges::find(specs, name, &algorithms::ParameterSpec::name) != specs.end()) continue;
    throw UsageError(
        fmt::format("-p {}={}: {}, the default without -a, has no such parameter: choose an algorithm with -a", name,
                    value, chosen.info().id));
  }
}

/// Returns the default algorithm for merging: a CUDA algorithm if one can run here. Creates a device only if the
/// program contains such an algorithm. Throws UsageError if the requested device executes no merge.
algorithms::DefaultChoice choose_merge(DeviceOptions& devices) {
  const bool requested = algorithms::requested_backend(devices.execution()).has_value();
  if (requested) devices.device();  // throws if there is no such device
  for (const auto& algorithm : algorithms::registry()) {
    const algorithms::AlgorithmInfo& info = algorithm->info();
    if (info.task != algorithms::Task::merge || info.backend == algorithms::Backend::cpu) continue;
    if (algorithms::may_be_chosen(*algorithm, info_of(devices.device_if_any()), devices.execution()))
      return {algorithm.get(), "the first CUDA merge that runs here"};
  }
  if (requested) {
    throw UsageError("no merge can run on the device of --device: leave out --device, or choose cpu-kernels");
  }
  return {&algorithms::find_algorithm(default_merge), "the default merge without CUDA"};
}

algorithms::DefaultChoice choose(JobOptions& options, PendingProblem& problem) {
  if (!options.algorithm.id.empty()) return {&algorithms::find_algorithm(options.algorithm.id), ""};
  if (options.task == algorithms::Task::merge) return choose_merge(options.device);
  const bool sorts = options.task == algorithms::Task::sort;
  const bool requested = algorithms::requested_backend(options.device.execution()).has_value();
  const gpu::DeviceInfo* device = info_of(requested                 ? &options.device.device()
                                          : !sorts || options.trace ? options.device.device_if_any()
                                                                    : options.device.device_if_faster());
  if (options.trace && !requested) {
    const auto& shown = algorithms::find_algorithm(sorts ? "bitonic/grouped-quads" : "select/depth@fragment");
    if (device != nullptr && shown.availability(device, options.device.execution()).available) {
      require_parameters(shown, options.algorithm, problem.form().payload);
      return {&shown, "the default of --trace"};
    }
  }
  const auto form = problem.form();
  const auto chosen = sorts ? algorithms::default_sort(device, form) : algorithms::default_selection(device, form);
  require_parameters(*chosen.algorithm, options.algorithm, form.payload);
  return chosen;
}

/// Throws UsageError if the command does not match the algorithm's task. The message names the right command.
void require_task(const algorithms::Algorithm& algorithm, algorithms::Task task) {
  const auto& [id, own] = std::pair(algorithm.info().id, algorithm.info().task);
  if (own == task) return;
  if (task != algorithms::Task::select) {
    throw UsageError(fmt::format("{} does not {}: use texelsort {} for it", id, name(task), name(own)));
  }
  throw UsageError(fmt::format("{} {}s: use texelsort {} for it, or choose one of select/* and std/nth-element@cpu", id,
                               name(own), name(own)));
}

/// Returns the durations of the command's phases so far, from its start to the loaded problem.
PhaseTimes phases_so_far(const DeviceOptions& device, const PendingProblem& pending, bool made) {
  PhaseTimes parts;
  parts.add("start", time_since_start() - device.starting() - pending.loading());
  if (device.device_in_use() != nullptr) parts.add("device", device.starting());
  if (made) {
    parts.add("make", pending.loading());
  } else {
    parts.add("read", pending.reading());
    parts.add("parse", pending.loading() - pending.reading());
  }
  return parts;
}

}  // namespace

std::string Job::working_text() const {
  const algorithms::AlgorithmInfo& info = algorithm().info();
  const char* verb = info.task == algorithms::Task::sort     ? "sorting"
                     : info.task == algorithms::Task::select ? "selecting from"
                                                             : "merging";
  return fmt::format("{} {} with {}", verb, data::counted(loaded.problem->n(), "key"), info.id);
}

Job take_job(JobOptions& options) {
  const ProblemSpec& spec = options.problem;
  PendingProblem pending(spec, options.device.execution());
  algorithms::DefaultChoice choice = choose(options, pending);
  const algorithms::Algorithm& algorithm = *choice.algorithm;
  require_task(algorithm, options.task);
  require_used_devices(std::array{&algorithm}, options.device.execution());
  gpu::Device* device = options.device.device_for(algorithm);
  const auto overrides = options.algorithm.overrides(algorithm, spec.payload);
  const Winners winners = uses_winners(options.algorithm, options.device) ? kept_winners() : Winners{};
  std::optional<Winner> measured;
  std::optional<algorithms::Prepared> prepared;
  if (overrides.empty() && winners.all.empty()) prepared = std::move(choice.prepared);
  const auto prepare_for = [&](const algorithms::ProblemForm& form) {
    if (prepared && prepared->form() == form) return;
    const auto [configuration, winner] = with_tuned_values({&algorithm, overrides}, winners, info_of(device), form);
    measured = winner != nullptr ? std::optional(*winner) : std::nullopt;
    if (winner == nullptr && overrides.empty()) {
      const std::string reason = unused_reason(winners, algorithm, info_of(device), form);
      if (!reason.empty()) say_note(reason);
    }
    prepared = prepare(algorithm, info_of(device), form, configuration.values);
  };
  if (const auto n = generated_n(spec)) {
    refuse_payload(spec, *n);
    const auto form = pending.form();
    // Without a device, compare with the machine's memory. With a device, prepare_for() checks the device's own,
    // smaller limits.
    if (device == nullptr) data::require_memory(form.type, *n);
    prepare_for(form);
    if (prepared->refusal()) {
      // Report a missing backend first: without a device all limits are 0, so that every size would be rejected.
      require_available(algorithm, info_of(device), form.execution);
      throw UsageError(*prepared->refusal());
    }
    if (options.task != algorithms::Task::select) data::require_sorting_memory(form.type, *n);
  }
  LoadedProblem loaded = pending.take();
  prepare_for(loaded.problem->form());
  std::string note;
  if (options.algorithm.id.empty() && options.task != algorithms::Task::merge && !options.device.failure().empty()) {
    note = fmt::format("using {}, because OpenGL is not available: {}", algorithm.info().id, options.device.failure());
  }
  const PhaseTimes parts = phases_so_far(options.device, pending, generated_n(spec).has_value());
  return {*std::move(prepared), device, std::move(loaded), std::move(choice.reason), std::move(note),
          std::move(measured),  parts};
}

Timing take_timing(const Job& job, const measure::Budget& budget) {
  const algorithms::AlgorithmInfo& info = job.algorithm().info();
  const std::string what = fmt::format("measuring {} on {}", info.id, data::counted(job.loaded.problem->n(), "key"));
  show_progress(what);
  measure::Measuring measuring({.prepared = job.prepared, .passes = true}, job.device, job.loaded.problem, budget);
  while (measuring.advance()) show_progress(fmt::format("{}: {:.0f} %", what, 100 * measuring.progress()));
  show_progress("measuring how fast this device copies");
  const double copied =
      measure::CopyBandwidth(job.device, job.prepared.form().execution).bytes_per_second(info.backend);
  show_progress("");
  return {measuring.result(), copied};
}

std::vector<std::string> cost_lines(const std::optional<Timing>& timing) {
  if (!timing) return {};
  std::vector<measure::Cost> costs;
  for (const auto& pass : timing->measurement.passes) {
    costs.push_back(cost_of(pass.ms, pass.counters, timing->bytes_per_second));
  }
  return measure::cost_lines(costs);
}

void print_timing(const JobOptions& options, const Job& job, const Timing& timing, const PhaseTimes& parts) {
  const measure::Measurement& measurement = timing.measurement;
  const algorithms::Algorithm& algorithm = *measurement.algorithm;
  const ProblemSpec& spec = options.problem;
  CommandWords budget;
  BudgetOptions(options.budget).add_options(OptionGroup(budget));
  const TimingReport report{
      .measurement = measurement,
      .device = info_of(job.device),
      .spec = spec,
      .origin = job.loaded.origin,
      .command = fmt::format("{} {} {}{}{}{}{} --timing", started_as(), name(options.task), command_line(spec),
                             question_options(spec.questions), command_line(algorithm, measurement.parameters),
                             options.device.command_line(), budget.line),
      .chosen = job.reason,
      .measured = job.measured,
      .bytes_per_second = timing.bytes_per_second,
      .parts = parts};
  fmt::print("{}", options.json ? timing_json(report) : data::outgoing_text(timing_text(report, options.passes)));
  if (!measurement.verified) {
    throw Error(ExitCode::check_failed, algorithm.info().id + ": " + measurement.fault);
  }
}

}  // namespace texelsort::app
