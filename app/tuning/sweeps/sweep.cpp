#include "app/tuning/sweeps/sweep.h"

#include <algorithm>
#include <chrono>
#include <random>
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

/// Returns the number of trials per group. All trials of a group must fit into memory together. Each has two arrays of
/// keys, two of payload, and tables.
std::size_t group_size(const Trial& trial) {
  constexpr std::uint64_t room = std::uint64_t{2} << 30, arrays = 6, most = 12;
  const std::uint64_t word =
      data::key_bytes(*trial.spec.type) + data::payload_bytes(trial.spec.payload) + 4 * trial.spec.fields;
  return static_cast<std::size_t>(
      std::clamp<std::uint64_t>(room / std::max<std::uint64_t>(arrays * word * trial.n, 1), 2, most));
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
      : trials_(trials), device_(device), control_(control), random_(control.seed), group_(control.groups_before) {}

  SweepTime run() {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < trials_.size(); ++i) {
      if (trials_[i].refusal.empty()) {
        open.push_back(i);
      } else {
        give(describe(trials_[i]));
      }
    }
    to_run_ = open.size();
    if (control_.together && !open.empty()) {
      tell();
      run_group(open);
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
    ++done_;
    control_.result(row);
  }

  void tell() {
    const double left = ran_ == 0 ? 0 : since(start_) / static_cast<double>(ran_) * static_cast<double>(to_run_ - ran_);
    control_.progress({done_, trials_.size(), left});
  }

  void run_problem(std::vector<std::size_t> order) {
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_() % i]);
    const std::size_t size = group_size(trials_[order.front()]);
    // Give all groups nearly equal sizes. A group of one trial would have no samples to interleave.
    const std::size_t groups = (order.size() + size - 1) / size;
    for (std::size_t g = 0; g < groups && !control_.cancelled(); ++g) {
      const std::size_t from = g * order.size() / groups, to = (g + 1) * order.size() / groups;
      tell();
      run_group({order.begin() + static_cast<std::ptrdiff_t>(from), order.begin() + static_cast<std::ptrdiff_t>(to)});
    }
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

  void run_group(const std::vector<std::size_t>& group) {
    ++group_;
    std::vector<measure::BenchmarkCase> subjects;
    std::vector<const Trial*> started;
    for (const std::size_t i : group) {
      if (control_.cancelled()) return;
      try {
        subjects.emplace_back(measure::Entry{*trials_[i].prepared}, device_, problem_of(trials_[i]), control_.budget);
        started.push_back(&trials_[i]);
      } catch (const Error& error) {
        // Some algorithms detect only at the start of a run that they would sort wrongly or run out of memory.
        if (error.code() != ExitCode::usage && error.code() != ExitCode::unavailable) throw;
        give_refused(trials_[i], error.what());
      }
    }
    if (!measure::interleave(subjects, control_.budget, random_(), control_.cancelled)) return;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      if (started[i]->times_passes && subjects[i].verified() && !time_passes(subjects[i])) return;
      time_.trials += subjects[i].result().seconds;
      TrialResult row = result_of(*started[i], subjects[i].result(), group_);
      if (row.status == TrialStatus::failed) {
        const std::string claim = first_broken_claim(*started[i], device_, problem_of(*started[i]));
        if (!claim.empty()) row.reason = claim;
      }
      ++ran_;
      give(row);
    }
  }

  /// Times each pass of a trial. Returns false if the sweep is cancelled.
  bool time_passes(measure::BenchmarkCase& subject) const {
    while (!control_.cancelled()) {
      if (!subject.time_passes_once()) return true;
    }
    return false;
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
  std::uint64_t done_ = 0, group_;
  std::size_t ran_ = 0, to_run_ = 0;
};

}  // namespace

SweepTime run_sweep(const std::vector<Trial>& trials, gpu::Device* device, const SweepControl& control) {
  return Sweep(trials, device, control).run();
}

std::vector<std::size_t> ranked(const std::vector<TrialResult>& rows) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].status == TrialStatus::measured) order.push_back(i);
  }
  std::ranges::stable_sort(order, {}, [&rows](std::size_t i) { return std::pair(rows[i].stopped, rows[i].ms.median); });
  return order;
}

}  // namespace texelsort::app
