#include "compute/measure/benchmark_case.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "compute/check/verify_output.h"
#include "compute/data/error.h"
#include "compute/gpu/memory_use.h"
#include "compute/mpi/processes.h"

namespace texelsort::measure {
namespace {

using Clock = std::chrono::steady_clock;

/// Share of the time budget for one warm-up run. If the first warm-up takes longer, no second one follows.
constexpr double long_warmup = 0.1;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

bool are_enough(const std::vector<double>& samples_ms, const Budget& budget) {
  if (samples_ms.size() >= budget.max_samples) return true;
  if (samples_ms.size() < budget.min_samples) return false;
  const Summary summary = summarise(samples_ms);
  return summary.high - summary.low <= budget.relative_width * summary.median;
}

BenchmarkCase::BenchmarkCase(const Entry& entry, gpu::Device* device,
                             std::shared_ptr<const algorithms::Problem> problem, const Budget& budget)
    : problem_(std::move(problem)),
      budget_(budget),
      verification_(entry.verification),
      passes_(entry.passes),
      held_(gpu::memory_use().now),
      run_(entry.prepared.start(device, problem_)),
      waker_(entry.prepared.algorithm().info().backend == algorithms::Backend::cpu ? nullptr : device) {
  held_ = gpu::memory_use().now - held_;
  // Keep a copy of the input only on real GPUs. Software devices already keep the input in host memory.
  if (device != nullptr && !device->info().software) keep_input();
  result_.algorithm = &entry.prepared.algorithm();
  result_.parameters = entry.prepared.parameters();
  result_.stable = entry.prepared.keeps_ties();
  result_.n = problem_->n();
  result_.type = problem_->type();
  result_.clock = run_->clock();
  result_.library_call = run_->library_call();
  result_.verified = true;
}

/// Keeps a copy of the input on the device. Uploading a large input for each sample takes longer than sorting it.
void BenchmarkCase::keep_input() {
  try {
    run_->keep_input();
  } catch (const UnavailableError&) {
    // Without memory for the copy, every sample uploads the input.
  }
}

bool BenchmarkCase::warm_up_once() {
  const auto start = Clock::now();
  run_->rewind();
  if (warmups_ == 0) {
    const std::uint64_t before = gpu::memory_use().now;
    gpu::reset_peak();
    step_through();
    result_.device_bytes = held_ + gpu::memory_use().peak - before;
    for (const algorithms::PassRecord& record : records_) {
      result_.bytes += record.counters.bytes;
      result_.comparators += record.counters.comparators;
    }
    result_.pass_count = records_.size();
    check();
  } else {
    run_->timed_finish();
  }
  ++warmups_;
  warmup_seconds_ += mpi::agreed(seconds_since(start));
  const bool more = warmups_ < budget_.warmups && warmup_seconds_ < long_warmup * budget_.seconds;
  if (!more && warmups_ > 1) check();
  result_.seconds += seconds_since(start);
  return more;
}

void BenchmarkCase::sample() {
  const auto start = Clock::now();
  run_->rewind();
  waker_.wake();
  result_.samples_ms.push_back(mpi::agreed(run_->timed_finish()));
  waker_.worked();
  result_.seconds += seconds_since(start);
  if (const auto handover = run_->handover()) {
    handovers_.push_back(handover->ms);
    staged_bytes_ = handover->staged_bytes;
  }
}

bool BenchmarkCase::satisfied() const {
  return !result_.verified || result_.stopped || are_enough(result_.samples_ms, budget_);
}

void BenchmarkCase::close_samples(std::optional<double> control_p5_ms) {
  const auto start = Clock::now();
  if (const auto handover = run_->handover()) {
    result_.handover = {handover->device, handover->sharing, handover->staging_reason, summarise(handovers_),
                        staged_bytes_};
  }
  check();
  if (run_->selection() != nullptr) result_.waits = run_->selection()->waits;
  result_.total_ms = summarise(result_.samples_ms);
  result_.blocks = {};
  if (!result_.samples_ms.empty()) result_.blocks.p5_ms = {fifth_percentile(result_.samples_ms)};
  if (control_p5_ms) result_.blocks.control_p5_ms = {*control_p5_ms};
  if (result_.verified && !repetitions_.empty()) summarise_passes();
  result_.seconds += seconds_since(start);
}

bool BenchmarkCase::needs_passes() const {
  return passes_ && takes_part() && repetitions_.size() < least_for_interval;
}

bool BenchmarkCase::may_time_passes() const {
  return passes_ && takes_part() && repetitions_.size() < budget_.max_samples && pass_seconds_ < budget_.seconds / 2;
}

void BenchmarkCase::time_passes() {
  const auto start = Clock::now();
  run_->rewind();
  waker_.wake();
  run_->time_passes(true);
  waker_.keep_busy();
  step_through();
  waker_.worked();
  repetitions_.push_back(run_->take_pass_times());
  rank_times_.push_back(run_->take_worker_times());
  run_->time_passes(false);
  if (repetitions_.back().size() != records_.size()) {
    throw InternalError(fmt::format("{}: {} pass times for {} passes", result_.algorithm->info().id,
                                    repetitions_.back().size(), records_.size()));
  }
  pass_seconds_ += mpi::agreed(seconds_since(start));
}

void BenchmarkCase::check() {
  if (!result_.verified) return;
  const auto failure = verification_ == Verification::only_pass
                           ? algorithms::verify_only_pass(*run_, *problem_, records_.at(0))
                           : algorithms::verify_next_result(*run_, *problem_, result_.stable, known_);
  if (failure) {
    result_.verified = false;
    result_.fault = algorithms::text(*failure);
  }
}

void BenchmarkCase::step_through() {
  records_.clear();
  while (auto record = run_->step()) records_.push_back(std::move(*record));
}

void BenchmarkCase::summarise_passes() {
  std::vector<double> times(repetitions_.size());
  for (std::size_t pass = 0; pass < records_.size(); ++pass) {
    std::ranges::transform(repetitions_, times.begin(), [pass](const auto& run) { return run[pass]; });
    result_.passes.push_back({records_[pass].header, summarise(times), records_[pass].counters, times});
  }
  for (std::size_t first = 0, last = 0; first < records_.size(); first = last) {
    const algorithms::PassHeader& header = records_[first].header;
    StageTiming stage{.name = header.stage, .ms = {}, .passes = 0, .bytes = 0};
    std::ranges::fill(times, 0.0);
    for (; last < records_.size() && records_[last].header.stage_index == header.stage_index; ++last) {
      for (std::size_t i = 0; i < repetitions_.size(); ++i) times[i] += repetitions_[i][last];
      stage.bytes += records_[last].counters.bytes;
      ++stage.passes;
    }
    stage.ms = summarise(times);
    result_.stages.push_back(stage);
    summarise_laps(stage.name, first, last);
  }
}

void BenchmarkCase::summarise_laps(const std::string& stage, std::size_t first, std::size_t last) {
  if (rank_times_.front().size() != records_.size()) return;
  // Use the number of workers and links of the first run for all runs, because it is always the same.
  const auto sums = [&](const auto& list, std::size_t at) {
    std::vector<double> times;
    for (const auto& run : rank_times_) {
      times.push_back(0);
      for (std::size_t pass = first; pass < last; ++pass) {
        if (at < list(run[pass]).size()) times.back() += list(run[pass])[at].ms;
      }
    }
    return summarise(times);
  };
  const auto bytes = [&](const auto& list, std::size_t at) {
    std::uint64_t sum = 0;
    for (std::size_t pass = first; pass < last; ++pass) {
      if (at < list(rank_times_.front()[pass]).size()) sum += list(rank_times_.front()[pass])[at].bytes;
    }
    return sum;
  };
  const auto workers = [](const algorithms::WorkerTimes& times_of_ranks) -> const auto& {
    return times_of_ranks.workers;
  };
  const auto links = [](const algorithms::WorkerTimes& times_of_ranks) -> const auto& {
    return times_of_ranks.links;
  };
  const algorithms::WorkerTimes& one = rank_times_.front()[first];
  for (std::size_t i = 0; i < one.workers.size(); ++i) {
    result_.workers.push_back(
        {stage, one.workers[i].number, one.workers[i].name, last - first, sums(workers, i), bytes(workers, i)});
  }
  for (std::size_t i = 0; i < one.links.size(); ++i) {
    const auto& link = one.links[i];
    result_.links.push_back(
        {stage, link.from, link.to, link.way, link.bytes_per_second, sums(links, i), bytes(links, i)});
  }
}

}  // namespace texelsort::measure
