#include "app/timing.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "compute/algorithms/verify.h"

namespace texelsort::app {

namespace {

/// Runs with per-pass timers; their medians are for the bars, the total has its own samples.
constexpr std::size_t pass_runs = 7;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

Timing::Timing(const algorithms::Algorithm& algorithm, gpu::Device* device,
               std::shared_ptr<const algorithms::Problem> problem, const algorithms::Parameters& parameters,
               const measure::Budget& budget)
    : algorithm_(&algorithm),
      problem_(std::move(problem)),
      parameters_(parameters),
      budget_(budget),
      run_(algorithm.start(device, problem_, parameters)) {}

bool Timing::totals_suffice() const {
  if (totals_.size() < budget_.min_samples) return false;
  if (totals_.size() >= budget_.max_samples || used_seconds_ >= budget_.seconds) return true;
  const auto summary = measure::summarise(totals_);
  return summary.high - summary.low <= budget_.relative_width * summary.median;
}

void Timing::take_pass_sample() {
  run_->time_passes(true);
  std::vector<algorithms::PassRecord> records;
  while (auto record = run_->step()) records.push_back(std::move(*record));
  pass_samples_.push_back(run_->take_pass_times());
  run_->time_passes(false);
  records_ = std::move(records);
}

bool Timing::advance() {
  const auto start = std::chrono::steady_clock::now();
  switch (phase_) {
    case Phase::warm_up:
      run_->rewind();
      run_->timed_finish();
      if (++warm_ups_done_ >= budget_.warmups) phase_ = Phase::totals;
      break;
    case Phase::totals:
      run_->rewind();
      totals_.push_back(run_->timed_finish());
      used_seconds_ += seconds_since(start);
      if (totals_suffice()) phase_ = Phase::passes;
      break;
    case Phase::passes:
      run_->rewind();
      take_pass_sample();
      if (pass_samples_.size() >= pass_runs) phase_ = Phase::check;
      break;
    case Phase::check:
      run_->rewind();
      run_->finish();
      conclude();
      phase_ = Phase::done;
      break;
    case Phase::done:
      break;
  }
  return phase_ != Phase::done;
}

float Timing::progress() const {
  if (phase_ == Phase::done) return 1;
  const double runs = static_cast<double>(budget_.warmups + budget_.max_samples + pass_runs + 1);
  const std::size_t skipped = phase_ > Phase::totals ? budget_.max_samples - totals_.size() : 0;
  const double done = static_cast<double>(warm_ups_done_ + totals_.size() + skipped + pass_samples_.size());
  return static_cast<float>(std::clamp(done / runs, 0.0, 1.0));
}

void Timing::conclude() {
  measure::Measurement m;
  m.algorithm = algorithm_;
  m.parameters = parameters_;
  m.n = problem_->n();
  m.type = problem_->type();
  m.clock = run_->clock();
  m.total_ms = measure::summarise(totals_);
  const auto failure = algorithms::verify_result(*run_, *problem_, algorithm_->info().stable);
  m.verified = !failure;
  if (failure) m.fault = algorithms::text(*failure);

  const auto sample_of = [this](std::size_t run, std::size_t pass) {
    return pass < pass_samples_[run].size() ? pass_samples_[run][pass] : 0.0;
  };
  std::vector<double> samples(pass_samples_.size());
  for (std::size_t first = 0; first < records_.size();) {
    std::size_t last = first;
    std::vector<double> stage_samples(pass_samples_.size(), 0.0);
    measure::StageTiming stage;
    stage.name = records_[first].header.stage;
    const auto stage_index = records_[first].header.stage_index;
    for (; last < records_.size() && records_[last].header.stage_index == stage_index; ++last) {
      for (std::size_t run = 0; run < samples.size(); ++run) {
        samples[run] = sample_of(run, last);
        stage_samples[run] += samples[run];
      }
      m.passes.push_back({records_[last].header, measure::summarise(samples), records_[last].counters.bytes});
      stage.bytes += records_[last].counters.bytes;
      ++stage.passes;
    }
    stage.ms = measure::summarise(stage_samples);
    m.stages.push_back(std::move(stage));
    first = last;
  }
  result_ = std::move(m);
}

}  // namespace texelsort::app
