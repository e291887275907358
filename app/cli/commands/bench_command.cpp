#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <memory>

#include "app/cli/commands/bench_blocks.h"
#include "app/cli/commands/child_process.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/interrupt.h"
#include "app/cli/options/bench_options.h"
#include "app/cli/reports/bench_report.h"
#include "app/problem/messages.h"
#include "app/problem/option_group.h"
#include "app/problem/progress.h"
#include "app/problem/shared_file.h"
#include "app/tuning/sweeps/result_files.h"
#include "app/tuning/sweeps/winner_choice.h"
#include "compute/data/error.h"
#include "compute/measure/clock_warm_up.h"
#include "compute/measure/copy_bandwidth.h"
#include "compute/measure/cost.h"
#include "compute/measure/timed_copy.h"
#include "compute/mpi/processes.h"

namespace texelsort::app {

namespace {

std::vector<algorithms::Configuration> chosen_competitors(const BenchOptions& options) {
  auto chosen = read_configurations(options.patterns);
  if (!options.baseline.empty()) {
    const auto baseline = read_configurations({options.baseline});
    if (baseline.size() != 1) {
      throw UsageError(
          fmt::format("--baseline {}: expected one algorithm, found {}", options.baseline, baseline.size()));
    }
    std::erase(chosen, baseline.front());
    chosen.insert(chosen.begin(), baseline.front());
  }
  return chosen;
}

/// Returns the questions that the compared selections answer. By default, they answer the question for the lower
/// median.
std::vector<algorithms::Question> questions(const BenchOptions& options) {
  if (options.questions.any()) return options.questions.questions();
  return {{.kind = algorithms::Question::Kind::median}};
}

/// A comparison of algorithms, the competitors, on one or more problems.
class Bench {
 public:
  Bench(BenchOptions& options, DeviceOptions& devices)
      : options_(options),
        devices_(devices),
        chosen_(chosen_competitors(options)),
        winners_(uses_winners(options.parameters, devices) ? kept_winners() : Winners{}) {
    require_one_task();
    std::vector<const algorithms::Algorithm*> algorithms;
    for (const algorithms::Configuration& one : chosen_) algorithms.push_back(one.algorithm);
    require_used_devices(algorithms, devices_.execution());
  }

  /// Throws UsageError for a -p value that affects none of the compared algorithms.
  void require_used(const std::vector<ProblemSpec>& specs) {
    if (options_.parameters.assignments.empty()) return;
    std::vector<IntendedRun> runs;
    for (const ProblemSpec& spec : specs) {
      for (const auto& [algorithm, values] : chosen_) {
        runs.push_back({algorithm, info_of(devices_.device_if_any(*algorithm)),
                        form_of(spec, *generated_n(spec), *spec.type, devices_.execution())});
      }
    }
    require_used_parameters(runs, options_.parameters);
  }

  /// Measures all competitors on one problem. If a competitor cannot be measured, its row contains the reason.
  void run(const ProblemSpec& spec, BenchReport& report) {
    std::vector<measure::Entry> entries;
    // Null until a competitor accepts the problem, because loading takes time.
    std::shared_ptr<const algorithms::Problem> problem;
    std::vector<BenchRow> rows = enter_all(spec, entries, &problem);
    if (!entries.empty()) {
      const auto control = options_.control ? control_of(entries, *problem) : nullptr;
      auto results = measure::compare(entries, device_, problem, options_.budget.budget, spec.seed,
                                      {.before_round = next_turn(), .copies = control.get()});
      auto next = results.begin();
      for (BenchRow& row : rows) {
        if (row.obstacle.empty()) put(row, std::move(*next++));
      }
    }
    report.add_group(std::move(rows));
  }

  /// Measures all problems in several processes, one after the other, so that each block of samples has a memory layout
  /// of its own.
  void run_in_processes(const std::vector<ProblemSpec>& specs, BenchReport& report) {
    std::vector<std::vector<BenchRow>> groups;
    std::vector<measure::Measurement> results;
    for (const ProblemSpec& spec : specs) {
      std::vector<measure::Entry> entries;
      groups.push_back(enter_all(spec, entries, nullptr));
      auto entry = entries.begin();
      for (const BenchRow& row : groups.back()) {
        measure::Measurement& result = results.emplace_back();
        result.algorithm = row.competitor.algorithm;
        result.n = row.n;
        result.type = *spec.type;
        result.verified = true;
        if (row.obstacle.empty()) result.parameters = (entry++)->prepared.parameters();
      }
    }
    const std::vector<std::string> words = words_of_block(options_);
    const Interrupt interrupt;
    std::vector<std::string> obstacles(results.size());
    std::vector<std::vector<double>> medians(results.size());
    for (std::uint64_t block = 0; block < options_.repetitions; ++block) {
      show_progress(fmt::format("process {} of {}", block + 1, options_.repetitions));
      const auto rows = measure_block(this_program, words);
      if (rows.size() != results.size()) throw InternalError("a process of this program measured other rows");
      for (std::size_t i = 0; i < results.size(); ++i) add_block(results[i], medians[i], obstacles[i], rows[i]);
    }
    std::size_t at = 0;
    for (std::vector<BenchRow>& rows : groups) {
      for (BenchRow& row : rows) {
        if (row.obstacle.empty()) row.obstacle = obstacles[at];
        if (row.obstacle.empty()) put(row, std::move(results[at]));
        ++at;
      }
      report.add_group(std::move(rows));
    }
  }

  const gpu::DeviceInfo* device() const { return info_of(device_); }

 private:
  /// Adds the samples of a process, which are one block, to a measurement, and their median to `medians`. Sets
  /// `obstacle` if there are none.
  static void add_block(measure::Measurement& result, std::vector<double>& medians, std::string& obstacle,
                        const nlohmann::ordered_json& json) {
    const TrialResult row = bench_row(json);
    if (row.status == TrialStatus::refused) {
      obstacle = row.reason;
      return;
    }
    if (row.status == TrialStatus::failed) {
      result.verified = false;
      result.fault = row.reason;
      return;
    }
    if (!medians.empty() && row.clock != gpu::name(result.clock)) {
      obstacle = fmt::format("its processes used different clocks, {} and {}: measure again on a calmer machine",
                             gpu::name(result.clock), row.clock);
      return;
    }
    const auto append = [](std::vector<double>& to, const std::vector<double>& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    append(result.samples_ms, row.samples_ms);
    append(result.blocks.p5_ms, row.blocks.p5_ms);
    append(result.blocks.control_p5_ms, row.blocks.control_p5_ms);
    medians.push_back(row.ms.median);
    result.total_ms = measure::summarise(result.samples_ms);
    if (const measure::Summary blocks = measure::summarise(medians); blocks.has_interval()) {
      result.total_ms.low = blocks.low;
      result.total_ms.high = blocks.high;
    }
    result.bytes = row.bytes;
    result.pass_count = row.passes;
    for (const gpu::Clock clock : {gpu::Clock::gl_timestamp, gpu::Clock::fenced_wall, gpu::Clock::cpu_steady,
                                   gpu::Clock::cuda_event, gpu::Clock::cpu_kernels}) {
      if (gpu::name(clock) == row.clock) result.clock = clock;
    }
    result.library_call = {row.library, row.library_call};
    if (json.at("waits").is_number()) result.waits = json.at("waits").get<std::uint64_t>();
  }

  void put(BenchRow& row, measure::Measurement&& measurement) {
    row.measurement = std::move(measurement);
    row.predicted_ms =
        measure::predicted_ms(row.measurement->bytes, bytes_per_second(row.competitor.algorithm->info()));
  }

  /// Returns a row for each competitor, and adds those that can be measured to `entries`. Loads the problem and starts
  /// each competitor once if `problem` is not null.
  std::vector<BenchRow> enter_all(const ProblemSpec& spec, std::vector<measure::Entry>& entries,
                                  std::shared_ptr<const algorithms::Problem>* problem) {
    std::vector<BenchRow> rows;
    const std::uint64_t n = *generated_n(spec);
    for (const algorithms::Configuration& competitor : chosen_) {
      BenchRow row{.competitor = competitor, .spec = spec, .n = n, .obstacle = {}, .refused = false, .measurement = {}};
      if (const auto entry = enter(competitor, spec, n, problem, row)) entries.push_back(*entry);
      rows.push_back(std::move(row));
    }
    return rows;
  }

  /// Returns the function that waits before each round of the next problem, or none without --paced.
  std::function<void()> next_turn() {
    if (!options_.paced) return {};
    ++problems_;
    return [this, round = 0]() mutable {
      fmt::print("round {} {}\n", problems_, ++round);
      std::fflush(stdout);
      const auto start = std::chrono::steady_clock::now();
      std::string line;
      std::getline(std::cin, line);
      // Another program measured meanwhile. Without this, both would warm up the GPU for 300 ms before every sample.
      constexpr std::chrono::seconds longest_turn{1};
      if (std::chrono::steady_clock::now() - start < longest_turn) measure::ClockWarmUp::worked_elsewhere();
    };
  }

  /// Returns the control of a group of competitors, on the device of the first that does not run on the CPU.
  std::unique_ptr<measure::CopyControl> control_of(const std::vector<measure::Entry>& entries,
                                                   const algorithms::Problem& problem) {
    algorithms::Backend backend = algorithms::Backend::cpu;
    for (const measure::Entry& entry : entries) {
      if (backend == algorithms::Backend::cpu) backend = entry.prepared.algorithm().info().backend;
    }
    return std::make_unique<measure::CopyControl>(backend, device_, devices_.execution(),
                                                  problem.n() * data::key_bytes(problem.type()));
  }

  /// Throws UsageError if merges are compared with sorts or selections. Their times are not comparable, because the
  /// input of a merge is already sorted in sequences. Sorts and selections are comparable with each other.
  void require_one_task() const {
    const auto merges = [](const algorithms::Configuration& one) {
      return one.algorithm->info().task == algorithms::Task::merge;
    };
    const auto merge = std::ranges::find_if(chosen_, merges), other = std::ranges::find_if_not(chosen_, merges);
    const bool sequences = sequence_count(options_.problem) > 0;
    if (merge != chosen_.end() && other != chosen_.end()) {
      throw UsageError(fmt::format("{} merges, but {} {}s: compare them in two runs", text(*merge), text(*other),
                                   name(other->algorithm->info().task)));
    }
    if (merge != chosen_.end() && !sequences) {
      throw UsageError(fmt::format("{} merges: also give the number of sequences, --sequences K", text(*merge)));
    }
    if (other != chosen_.end() && sequences) {
      throw UsageError(fmt::format(
          "{} does not merge: leave out --sequences, or choose merges such as -a 'merge/multiway@*'", text(*other)));
    }
  }

  double bytes_per_second(const algorithms::AlgorithmInfo& info) {
    if (!copy_) copy_.emplace(device_, devices_.execution());
    return copy_->bytes_per_second(info.backend);
  }

  /// Returns the parameter values of a competitor. Values in its name ("ID:NAME=VALUE") take precedence over those of
  /// -p. Values in the name that have no effect are rejected.
  algorithms::TextValues values_of(const algorithms::Configuration& competitor, const IntendedRun& run) const {
    algorithms::TextValues values = competitor.values;
    values.merge(fitting_overrides(run, options_.parameters));
    return values;
  }

  std::optional<measure::Entry> enter(const algorithms::Configuration& competitor, const ProblemSpec& spec,
                                      std::uint64_t n, std::shared_ptr<const algorithms::Problem>* problem,
                                      BenchRow& row) {
    const algorithms::Algorithm& algorithm = *competitor.algorithm;
    const bool needs_device = algorithm.info().backend != algorithms::Backend::cpu;
    if (needs_device) device_ = devices_.device_if_any();
    const gpu::DeviceInfo* info = info_of(devices_.device_if_any(algorithm));
    if (needs_device && info == nullptr) {
      row.obstacle = devices_.failure();
      return std::nullopt;
    }
    const auto form = form_of(spec, n, *spec.type, devices_.execution());
    auto values = values_of(competitor, {&algorithm, info, form});
    if (values.empty()) {
      const std::string reason = unused_reason(winners_, algorithm, info, form);
      if (!reason.empty()) say_note(algorithm.info().id + ": " + reason);
    }
    row.values_given = !values.empty();
    const auto [configuration, winner] = with_tuned_values({&algorithm, std::move(values)}, winners_, info, form);
    if (winner != nullptr) row.measured = *winner;
    auto [obstacle, reason, prepared] = resolve(configuration, info, form);
    if (obstacle == algorithms::Resolution::Obstacle::values) throw UsageError(reason);
    if (!reason.empty()) {
      row.obstacle = reason;
      row.refused = obstacle == algorithms::Resolution::Obstacle::problem;
      return std::nullopt;
    }
    if (problem == nullptr) return measure::Entry{std::move(*prepared)};
    if (!*problem) {
      ProblemSpec asked = spec;
      if (n > 0) asked.questions = questions(options_);
      *problem = load(asked, devices_.execution()).problem;
    }
    try {
      prepared->start(device_, *problem);  // some algorithms now reject keys that they would sort wrongly
    } catch (const UsageError& refusal) {
      row.obstacle = refusal.what();
      row.refused = true;
      return std::nullopt;
    }
    return measure::Entry{std::move(*prepared)};
  }

  BenchOptions& options_;
  DeviceOptions& devices_;
  gpu::Device* device_ = nullptr;
  std::optional<measure::CopyBandwidth> copy_;
  std::vector<algorithms::Configuration> chosen_;
  Winners winners_;
  std::uint64_t problems_ = 0;  ///< number of problems measured with --paced
};

void bench(BenchOptions& options) {
  if (options.patterns.empty()) {
    throw UsageError("bench needs algorithms to compare: add -a PATTERN, or --distances; see texelsort bench --help");
  }
  if (!options.plot.empty()) throw UsageError("--plot needs --distances, which measures what it draws");
  if (options.repetitions > 1 && mpi::several()) {
    throw UsageError("--repetitions starts processes itself: leave out mpirun, or --repetitions");
  }
  if (options.paced && (options.repetitions > 1 || mpi::several())) {
    throw UsageError("--paced waits for one program: leave out --repetitions and mpirun");
  }
  if (!options.output.empty()) require_writable_shared_file(options.output);
  const std::vector<ProblemSpec> specs = problems(options);
  const LoadMeter load;
  Bench bench(options, options.device);
  bench.require_used(specs);
  BenchReport report(reproducing_command(options));
  tell_load(load);
  if (options.repetitions > 1) {
    bench.run_in_processes(specs, report);
  } else {
    for (std::size_t i = 0; i < specs.size(); ++i) {
      show_progress(fmt::format("problem {} of {}: {}", i + 1, specs.size(), command_line(specs[i])));
      bench.run(specs[i], report);
    }
  }
  show_progress("");
  Environment here = environment_of(bench.device());
  here.shaders = hash_of_shaders(options.device.shader_directory(), options.device.replaced_shaders());
  const std::string text = report.text(options.format, bench.device(), here, load.percent_of_others());
  write_report(options, text);
  report.require_good();
}

}  // namespace

void add_bench_command(CLI::App& app) {
  auto* command = app.add_subcommand("bench", "Compare algorithms on the same problems, interleaved in one run");
  auto options = std::make_shared<BenchOptions>();
  const OptionGroup group(*command);
  options->add_problem_options(group);
  options->add_choice_options(group);
  options->add_distances_option(group);
  group.value("--plot", "FILE.svg", options->plot, "with --distances: plot time against distance to this file");
  group.value("--format", "FORMAT", options->format, "format of the report: table (default), csv or json")
      ->check(CLI::IsMember({"table", "csv", "json"}));
  group.value("-o,--output", "FILE", options->output, "file to write instead of standard output");
  group.flag(
      "--paced", options->paced,
      "before each round, print \"round PROBLEM NUMBER\" and wait for a line of standard input, so that a program "
      "can alternate several processes (compare --programs does)");
  options->device.add_options(*command);
  command->footer(
      "\"speed\" is the median time of the baseline divided by that of the row. A row counts only if its output was\n"
      "verified. \"fastest\" marks a row if all others are slower, by the 95 % interval of the ratio paired by round;\n"
      "otherwise, rows that may be the fastest are \"tied\". \"noise %\" is the range of the middle half of the\n"
      "samples. \"predicted ms\" is the time that a copy of the same number of bytes takes.\n\n"
      "Examples:\n"
      "  texelsort bench -a bitonic/single-quad bitonic/grouped-quads -n 2^20\n"
      "  texelsort bench -a 'bitonic/*' 'std/*' -n 2^10,2^14,2^18 -t u32,f32 --format csv -o bench.csv\n"
      "  texelsort bench -a bitonic/compute -n 1M -p workgroup=256 --samples 21\n"
      "  texelsort bench -a radix/srts@compute:digit=4 radix/srts@compute:digit=8 -n 2^20\n"
      "  texelsort bench -a 'select/*' std/nth-element@cpu std/sort@cpu -n 2^20 --median\n"
      "  texelsort bench -a 'merge/multiway@*' merge/path@cuda -n 2^20 --sequences 16\n"
      "  texelsort bench -a radix/srts@compute -n 2^20 --repetitions 20 --format json -o before.json\n"
      "  texelsort bench --distances -n 2^20 -p tile=8,32 --plot distances.svg");
  command->callback([options] {
    if (options->sizes.empty()) options->sizes = {options->distances ? "2^20" : "2^16"};
    options->distances ? bench_distances(*options) : bench(*options);
  });
}

}  // namespace texelsort::app
