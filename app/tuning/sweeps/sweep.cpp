#include "app/tuning/sweeps/sweep.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <utility>

#include "compute/check/verify.h"
#include "compute/data/error.h"
#include "compute/measure/benchmark_case.h"
#include "compute/measure/timed_copy.h"

namespace texelsort::app {

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Largest number of trials whose samples are interleaved. More would delay the first results.
constexpr std::uint64_t most_per_group = 8;

/// Returns the number of trials per group. All trials of a group must fit into memory together. Each has two arrays of
/// keys, two of payload, and tables.
std::size_t group_size(const Trial& trial) {
  constexpr std::uint64_t room = std::uint64_t{2} << 30, arrays = 6;
  const std::uint64_t word =
      data::key_bytes(*trial.spec.type) + data::payload_bytes(trial.spec.payload) + 4 * trial.spec.fields;
  return static_cast<std::size_t>(
      std::clamp<std::uint64_t>(room / std::max<std::uint64_t>(arrays * word * trial.n, 1), 2, most_per_group));
}

/// Returns the message of the first pass that violates its claim, or an empty string if all claims hold.
std::string first_broken_claim(const Trial& trial, gpu::Device* device,
                               const std::shared_ptr<const algorithms::Problem>& problem) {
  const auto run = trial.prepared->start(device, problem);
  const auto failure = algorithms::verify_every_pass(*run, *problem, trial.prepared->keeps_ties());
  return failure && failure->pass ? algorithms::text(*failure) : std::string();
}

TrialResult row_of(const Trial& trial, const measure::Measurement& measured, std::uint64_t group) {
  TrialResult row = describe(trial);
  row.group = group;
  row.seconds = measured.seconds;
  if (!measured.verified) {
    row.status = TrialStatus::failed;
    row.reason = measured.fault;
    return row;
  }
  row.stopped = measured.stopped;
  row.samples_ms = measured.samples_ms;
  row.ms = measure::summarise(measured.samples_ms);
  row.blocks = measured.blocks;
  row.bytes = measured.bytes;
  row.passes = measured.pass_count;
  row.comparators = measured.comparators;
  row.device_bytes = measured.device_bytes;
  for (const measure::PassTiming& pass : measured.passes) {
    row.pass_times.push_back({pass.header.stage, pass.header.label, pass.samples_ms});
  }
  row.clock = gpu::name(measured.clock);
  row.library = measured.library_call.library;
  row.library_call = measured.library_call.call;
  return row;
}

class Sweep {
 public:
  Sweep(const std::vector<Trial>& trials, gpu::Device* device, const SweepControl& control)
      : trials_(trials), device_(device), control_(control), random_(control.seed), group_(control.groups_before) {
    for (const TrialResult& row : control.done) {
      known_[row.key()] = row;
      group_ = std::max(group_, row.group);
    }
  }

  SweepTime run() {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < trials_.size(); ++i) {
      const TrialResult* known = result_of(i);
      if (trials_[i].refusal.empty()) {
        open.push_back(i);
        to_run_ += known == nullptr || is_short(*known);
      } else if (known == nullptr) {
        give(describe(trials_[i]));
      }
    }
    if (control_.together) {
      run_together(open);
      open.clear();
    }
    while (!open.empty() && !ends()) {
      const auto of_problem = [&](std::size_t i) { return trials_[i].spec == trials_[open.front()].spec; };
      const auto rest = std::stable_partition(open.begin(), open.end(), of_problem);
      std::vector<std::size_t> now(open.begin(), rest);
      open.erase(open.begin(), rest);
      run_problem(now);
    }
    time_.all = since(start_);
    return time_;
  }

 private:
  void give(const TrialResult& row) {
    known_[row.key()] = row;
    control_.result(row);
  }

  void tell() {
    const double left =
        ran_ == 0 ? 0
                  : since(start_) / static_cast<double>(ran_) * static_cast<double>(to_run_ - std::min(ran_, to_run_));
    control_.progress({known_.size(), trials_.size(), left});
  }

  bool ends() const { return control_.cancelled() || (control_.late && control_.late()); }

  /// Returns the newest result of a trial, or null if there is none.
  const TrialResult* result_of(std::size_t i) const {
    const auto found = known_.find(trials_[i].key());
    return found == known_.end() ? nullptr : &found->second;
  }

  bool is_short(const TrialResult& row) const {
    return row.status == TrialStatus::measured && !row.stopped && !control_.enough(row);
  }

  /// Measures all trials in one group. If an interrupted sweep has results of all of them, continues its group.
  void run_together(const std::vector<std::size_t>& open) {
    const std::uint64_t before = newest_group(open, false);
    std::vector<std::size_t> group;
    bool extends = before > 0, incomplete = false;
    for (const std::size_t i : open) {
      const TrialResult* row = result_of(i);
      if (row != nullptr && row->status != TrialStatus::measured) continue;
      group.push_back(i);
      extends = extends && row != nullptr && row->group == before;
      incomplete = incomplete || row == nullptr || is_short(*row);
    }
    if (!incomplete) return;
    tell();
    run_group(group, true, extends ? before : 0);
  }

  void run_problem(const std::vector<std::size_t>& of_problem) {
    const std::size_t size = group_size(trials_[of_problem.front()]);
    changed_ = false;
    const bool covered = extend_groups(of_problem);
    const bool whole = covered || run_new(of_problem, size);
    if (whole || !control_.decides || ends()) return;
    if (!extend_final_group(of_problem)) run_final_group(of_problem, size);
  }

  /// Returns the number of the newest group of a problem, or of its newest final group. Returns 0 if there is none.
  std::uint64_t newest_group(const std::vector<std::size_t>& of_problem, bool is_final) const {
    std::uint64_t newest = 0;
    for (const std::size_t i : of_problem) {
      const TrialResult* row = result_of(i);
      if (row == nullptr || row->status != TrialStatus::measured || (is_final && !row->is_final)) continue;
      newest = std::max(newest, row->group);
    }
    return newest;
  }

  /// Takes the missing samples of trials that were measured before, in the same groups. Leaves out the final group.
  /// Returns true if all trials of the problem are in one group, which is then final.
  bool extend_groups(const std::vector<std::size_t>& of_problem) {
    const std::uint64_t final_group = newest_group(of_problem, true);
    std::map<std::uint64_t, std::vector<std::size_t>> groups;
    std::set<std::uint64_t> incomplete;
    std::size_t failed = 0;
    for (const std::size_t i : of_problem) {
      const TrialResult* row = result_of(i);
      if (row == nullptr) continue;
      failed += row->status != TrialStatus::measured;
      if (row->status != TrialStatus::measured || row->stopped || row->group == final_group) continue;
      groups[row->group].push_back(i);
      if (is_short(*row)) incomplete.insert(row->group);
    }
    for (const std::uint64_t number : incomplete) {
      if (ends()) break;
      const bool whole = control_.decides && groups[number].size() + failed == of_problem.size();
      tell();
      run_group(groups[number], whole, number);
      changed_ = true;
      if (whole) return true;
    }
    return false;
  }

  /// Measures the trials that have no result. Returns true if they are all trials of the problem, in one group.
  bool run_new(const std::vector<std::size_t>& of_problem, std::size_t size) {
    std::vector<std::size_t> order = of_problem;
    std::erase_if(order, [this](std::size_t i) { return result_of(i) != nullptr; });
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_() % i]);
    // Give all groups nearly equal sizes. A group of one trial would have no samples to interleave.
    const std::size_t groups = (order.size() + size - 1) / size;
    const bool one_group = groups == 1 && order.size() == of_problem.size();
    for (std::size_t g = 0; g < groups && !ends(); ++g) {
      const std::size_t from = g * order.size() / groups, to = (g + 1) * order.size() / groups;
      tell();
      run_group({order.begin() + static_cast<std::ptrdiff_t>(from), order.begin() + static_cast<std::ptrdiff_t>(to)},
                one_group && control_.decides);
      changed_ = true;
    }
    return one_group;
  }

  /// Takes the missing samples of a final group that was measured before. Returns false if the problem has no final
  /// group, or if other trials were measured later.
  bool extend_final_group(const std::vector<std::size_t>& of_problem) {
    const std::uint64_t final_group = newest_group(of_problem, true);
    if (changed_ || final_group == 0 || final_group < newest_group(of_problem, false)) return false;
    std::vector<std::size_t> group;
    bool incomplete = false;
    for (const std::size_t i : of_problem) {
      const TrialResult* row = result_of(i);
      if (row == nullptr || row->status != TrialStatus::measured || row->group != final_group) continue;
      group.push_back(i);
      incomplete = incomplete || is_short(*row);
    }
    if (!incomplete) return true;
    tell();
    run_group(group, true, final_group);
    return true;
  }

  /// Measures the fastest trials of a problem together. Trials of different groups have no rounds in common, so no
  /// paired ratio.
  void run_final_group(const std::vector<std::size_t>& of_problem, std::size_t size) {
    std::vector<std::size_t> rivals;
    for (const std::size_t i : of_problem) {
      const TrialResult* row = result_of(i);
      if (row != nullptr && row->status == TrialStatus::measured && !row->stopped) rivals.push_back(i);
    }
    if (rivals.size() < 2) return;
    std::ranges::stable_sort(rivals, {}, [this](std::size_t i) { return result_of(i)->ms.median; });
    rivals.resize(std::min(rivals.size(), size));
    tell();
    run_group(rivals, true);
  }

  /// Returns the problem of a trial: the problem that all trials share, or the trial's own problem. The trial's own
  /// problem stays loaded until a trial needs another one.
  std::shared_ptr<const algorithms::Problem> problem_of(const Trial& trial) {
    if (control_.problem) return control_.problem;
    if (!loaded_ || !(loaded_spec_ == trial.spec)) {
      loaded_ = load(trial.spec, trial.prepared->form().execution).problem;
      loaded_spec_ = trial.spec;
    }
    return loaded_;
  }

  /// Measures trials together. `is_final` means that no trial of their problem is measured later. With a `number`, the
  /// trials are those of a group that was measured before, and get further samples.
  void run_group(const std::vector<std::size_t>& group, bool is_final, std::uint64_t number = 0) {
    const bool extends = number > 0;
    if (!extends) number = ++group_;
    // Rows of a group have equal numbers of samples, unless an earlier run was interrupted while it wrote them.
    std::size_t shared = ~std::size_t{0};
    for (const std::size_t i : group) {
      if (extends) shared = std::min(shared, result_of(i)->samples_ms.size());
    }
    std::vector<measure::BenchmarkCase> subjects;
    std::vector<std::size_t> started;
    for (const std::size_t i : group) {
      if (control_.cancelled()) return;
      if (control_.late && control_.late()) break;
      try {
        const measure::Entry entry{.prepared = *trials_[i].prepared, .passes = trials_[i].times_passes};
        subjects.emplace_back(entry, device_, problem_of(trials_[i]), control_.budget);
        started.push_back(i);
        if (!extends) continue;
        std::vector<double> samples = result_of(i)->samples_ms;
        samples.resize(shared);
        subjects.back().continue_from(samples);
      } catch (const Error& error) {
        // Some algorithms detect only at the start of a run that they would sort wrongly or run out of memory.
        if (error.code() != ExitCode::usage && error.code() != ExitCode::unavailable) throw;
        give_refused(trials_[i], error.what());
      }
    }
    if (subjects.empty()) return;
    measure::Interleaving interleaving;
    interleaving.cancelled = control_.cancelled;
    interleaving.late = control_.late;
    const auto copies = control_.times_copies ? copies_for(trials_[started.front()]) : nullptr;
    interleaving.copies = copies.get();
    std::vector<GpuClocks> clocks;
    last_clocks_ = {};
    group_start_ = last_partial_ = Clock::now();
    interleaving.round = [&](const std::vector<measure::BenchmarkCase>& now) {
      look_at_clocks(clocks);
      if (control_.partial) give_partial(now, started, number, extends);
    };
    if (!measure::interleave(subjects, control_.budget, random_(), interleaving)) return;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      const measure::Measurement& measured = subjects[i].result();
      const Trial& trial = trials_[started[i]];
      time_.trials += measured.seconds;
      if (measured.verified && measured.samples_ms.empty()) continue;
      TrialResult row = row_of(trial, measured, number);
      row.is_final = is_final;
      if (is_on_gpu(trial)) row.gpus = clocks;
      if (extends) {
        row.seconds += result_of(started[i])->seconds;
        keep_lowest(row.gpus, result_of(started[i])->gpus);
      }
      row.stopped = row.stopped || (row.status == TrialStatus::measured && row.samples_ms.size() < few());
      if (row.status == TrialStatus::failed) {
        const std::string claim = first_broken_claim(trial, device_, problem_of(trial));
        if (!claim.empty()) row.reason = claim;
      }
      ++ran_;
      give(row);
    }
  }

  /// Number of samples below which a trial counts as stopped. Only the end of the time leaves a trial with fewer.
  std::uint64_t few() const { return control_.late ? control_.budget.min_samples : 0; }

  /// Notes the GPUs' clocks at the end of a round, at most once per SweepControl::pause.
  void look_at_clocks(std::vector<GpuClocks>& lowest) {
    if (since(last_clocks_) < control_.pause) return;
    last_clocks_ = Clock::now();
    keep_lowest(lowest, gpu_clocks());
  }

  /// Returns whether a GPU executes the trial.
  bool is_on_gpu(const Trial& trial) const {
    const algorithms::Backend backend = trial.configuration.algorithm->info().backend;
    if (backend == algorithms::Backend::cuda) {
      return trial.prepared->form().execution.engine == cuda::Engine::cuda;
    }
    return backend != algorithms::Backend::cpu && device_ != nullptr && !device_->info().software &&
           !device_->info().shaders_on_cpu;
  }

  void give_partial(const std::vector<measure::BenchmarkCase>& subjects, const std::vector<std::size_t>& started,
                    std::uint64_t number, bool extends) {
    // A file keeps all rows that it was given, so that equal pauses would make it grow with the square of the time.
    constexpr double share = 0.2;
    if (since(last_partial_) < std::max(control_.pause, share * since(group_start_))) return;
    last_partial_ = Clock::now();
    std::vector<TrialResult> rows;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      const measure::Measurement& measured = subjects[i].result();
      const TrialResult* before = result_of(started[i]);
      if (!measured.verified || measured.samples_ms.empty() || (before != nullptr && !extends)) continue;
      rows.push_back(row_of(trials_[started[i]], measured, number));
      rows.back().partial = true;
      if (before != nullptr) rows.back().is_final = before->is_final;
    }
    if (!rows.empty()) control_.partial(rows);
  }

  std::unique_ptr<measure::CopyControl> copies_for(const Trial& trial) const {
    return std::make_unique<measure::CopyControl>(trial.configuration.algorithm->info().backend, device_,
                                                  trial.prepared->form().execution,
                                                  trial.n * data::key_bytes(*trial.spec.type));
  }

  void give_refused(const Trial& trial, const std::string& reason) {
    TrialResult row = describe(trial);
    row.status = TrialStatus::refused;
    row.reason = reason;
    ++ran_;
    give(row);
  }

  const std::vector<Trial>& trials_;
  gpu::Device* device_;
  const SweepControl& control_;
  std::mt19937_64 random_;
  std::shared_ptr<const algorithms::Problem> loaded_;
  ProblemSpec loaded_spec_;
  Clock::time_point start_ = Clock::now();
  SweepTime time_;
  std::map<std::string, TrialResult> known_;  ///< the newest result of each trial, by its key
  std::uint64_t group_;
  std::size_t ran_ = 0, to_run_ = 0;
  bool changed_ = false;  ///< true if trials of the present problem were measured outside of a final group
  Clock::time_point group_start_{}, last_partial_{}, last_clocks_{};
};

}  // namespace

SweepTime run_sweep(const std::vector<Trial>& trials, gpu::Device* device, const SweepControl& control) {
  return Sweep(trials, device, control).run();
}

void put(std::vector<TrialResult>& rows, const TrialResult& row) {
  const auto found = std::ranges::find(rows, row.key(), &TrialResult::key);
  found == rows.end() ? rows.push_back(row) : void(*found = row);
}

std::string_view name(RankVerdict verdict) {
  constexpr std::array names{"fastest", "tied", "slower", "stopped early", "other rounds", "too few samples"};
  return names.at(static_cast<std::size_t>(verdict));
}

std::vector<RankedRow> ranked(const std::vector<TrialResult>& rows) {
  std::vector<RankedRow> order;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].status == TrialStatus::measured) order.push_back({.row = i});
  }
  if (order.empty()) return order;
  // A sweep that was resumed with more trials has several final groups, of which the last one decides.
  std::uint64_t last = 0;
  for (const TrialResult& row : rows) last = std::max(last, row.is_final ? row.group : 0);
  const auto decides = [last](const TrialResult& row) { return row.is_final && row.group == last; };
  const TrialResult& best = rows[std::ranges::min_element(order, {}, [&](const RankedRow& one) {
                                   const TrialResult& row = rows[one.row];
                                   return std::tuple(row.stopped || row.partial, !decides(row), row.ms.median);
                                 })->row];
  std::ranges::stable_sort(order, {}, [&](const RankedRow& one) {
    const TrialResult& row = rows[one.row];
    return std::tuple(row.stopped || row.partial, row.group != best.group, row.ms.median);
  });
  bool alone = order.size() > 1 && decides(best);
  for (RankedRow& one : order) {
    const TrialResult& row = rows[one.row];
    if (row.stopped) {
      one.verdict = RankVerdict::stopped;
    } else if (row.group == best.group) {
      one.ratio = measure::paired_ratio(row.samples_ms, best.samples_ms);
      const bool slower = measure::verdict_of(one.ratio) == measure::Verdict::slower;
      one.verdict = !one.ratio.has_interval() ? RankVerdict::few : slower ? RankVerdict::slower : RankVerdict::tied;
      alone = alone && (slower || &row == &best);
    }
  }
  if (alone) order.front().verdict = RankVerdict::fastest;
  return order;
}

std::vector<std::vector<RankedRow>> rankings(const std::vector<TrialResult>& rows) {
  const auto problem_of = [](const TrialResult& row) {
    return std::tuple(row.type, row.distribution, row.order, row.payload, row.task, row.n);
  };
  std::map<decltype(problem_of(rows.front())), std::vector<std::size_t>> problems;
  for (std::size_t i = 0; i < rows.size(); ++i) problems[problem_of(rows[i])].push_back(i);
  std::vector<std::vector<RankedRow>> all;
  for (const auto& [problem, indices] : problems) {
    std::vector<TrialResult> own;
    for (const std::size_t i : indices) own.push_back(rows[i]);
    all.push_back(ranked(own));
    for (RankedRow& one : all.back()) one.row = indices[one.row];
  }
  return all;
}

}  // namespace texelsort::app
