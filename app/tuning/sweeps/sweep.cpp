#include "app/tuning/sweeps/sweep.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <random>
#include <tuple>
#include <utility>

#include "compute/check/verify.h"
#include "compute/data/error.h"
#include "compute/measure/benchmark_case.h"

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

TrialResult result_of(const Trial& trial, const measure::Measurement& measured, std::uint64_t group) {
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
  row.ms = measured.total_ms;
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
      const bool known = known_.contains(trials_[i].key());
      if (trials_[i].refusal.empty()) {
        open.push_back(i);
        if (!known) ++to_run_;
      } else if (!known) {
        give(describe(trials_[i]));
      }
    }
    if (control_.together && !open.empty()) {
      tell();
      run_group(open, true);
      open.clear();
    }
    while (!open.empty() && !control_.cancelled()) {
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

  void run_problem(const std::vector<std::size_t>& of_problem) {
    std::vector<std::size_t> order = of_problem;
    std::erase_if(order, [this](std::size_t i) { return known_.contains(trials_[i].key()); });
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_() % i]);
    const std::size_t size = group_size(trials_[of_problem.front()]);
    // Give all groups nearly equal sizes. A group of one trial would have no samples to interleave.
    const std::size_t groups = (order.size() + size - 1) / size;
    const bool one_group = groups == 1 && order.size() == of_problem.size();
    for (std::size_t g = 0; g < groups && !control_.cancelled(); ++g) {
      const std::size_t from = g * order.size() / groups, to = (g + 1) * order.size() / groups;
      tell();
      run_group({order.begin() + static_cast<std::ptrdiff_t>(from), order.begin() + static_cast<std::ptrdiff_t>(to)},
                one_group && control_.decides);
    }
    if (!one_group && control_.decides && !control_.cancelled()) run_final_group(of_problem, size);
  }

  /// Measures the fastest trials of a problem together, unless this has been done before. Trials of different groups
  /// have no rounds in common, so no paired ratio.
  void run_final_group(const std::vector<std::size_t>& of_problem, std::size_t size) {
    std::vector<std::size_t> rivals;
    bool decided = false;
    for (const std::size_t i : of_problem) {
      const auto found = known_.find(trials_[i].key());
      if (found == known_.end()) continue;
      const TrialResult& row = found->second;
      if (row.status == TrialStatus::measured && !row.stopped) rivals.push_back(i);
      decided = decided || row.is_final;
    }
    if (decided || rivals.size() < 2) return;
    std::ranges::stable_sort(rivals, {}, [this](std::size_t i) { return known_.at(trials_[i].key()).ms.median; });
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

  /// Measures trials together. `is_final` means that no trial of their problem is measured later.
  void run_group(const std::vector<std::size_t>& group, bool is_final) {
    ++group_;
    std::vector<measure::BenchmarkCase> subjects;
    std::vector<const Trial*> started;
    for (const std::size_t i : group) {
      if (control_.cancelled()) return;
      try {
        const measure::Entry entry{.prepared = *trials_[i].prepared, .passes = trials_[i].times_passes};
        subjects.emplace_back(entry, device_, problem_of(trials_[i]), control_.budget);
        started.push_back(&trials_[i]);
      } catch (const Error& error) {
        // Some algorithms detect only at the start of a run that they would sort wrongly or run out of memory.
        if (error.code() != ExitCode::usage && error.code() != ExitCode::unavailable) throw;
        give_refused(trials_[i], error.what());
      }
    }
    if (!measure::interleave(subjects, control_.budget, random_(), control_.cancelled)) return;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      time_.trials += subjects[i].result().seconds;
      TrialResult row = result_of(*started[i], subjects[i].result(), group_);
      row.is_final = is_final;
      if (row.status == TrialStatus::failed) {
        const std::string claim = first_broken_claim(*started[i], device_, problem_of(*started[i]));
        if (!claim.empty()) row.reason = claim;
      }
      ++ran_;
      give(row);
    }
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
  constexpr std::array names{"fastest", "tied", "slower", "stopped early", "not compared"};
  return names.at(static_cast<std::size_t>(verdict));
}

std::vector<RankedRow> ranked(const std::vector<TrialResult>& rows) {
  std::vector<RankedRow> order;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].status == TrialStatus::measured) order.push_back({.row = i});
  }
  std::ranges::stable_sort(order, {}, [&rows](const RankedRow& one) {
    const TrialResult& row = rows[one.row];
    return std::tuple(row.stopped, !row.is_final, row.ms.median);
  });
  if (order.empty()) return order;
  const TrialResult& best = rows[order.front().row];
  bool alone = order.size() > 1 && best.is_final;
  for (RankedRow& one : order) {
    const TrialResult& row = rows[one.row];
    if (row.stopped) {
      one.verdict = RankVerdict::stopped;
    } else if (row.group == best.group) {
      one.ratio = measure::paired_ratio(row.samples_ms, best.samples_ms);
      const bool slower = measure::verdict_of(one.ratio) == measure::Verdict::slower;
      if (one.ratio.has_interval()) one.verdict = slower ? RankVerdict::slower : RankVerdict::tied;
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
