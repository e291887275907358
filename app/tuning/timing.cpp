#include "app/tuning/timing.h"

#include <atomic>
#include <exception>
#include <utility>

#include "app/tuning/environment.h"

namespace texelsort::app {

namespace {

measure::Measuring measuring_of(const TimedRun& run, gpu::Device* device) {
  std::vector<measure::BenchmarkCase> subjects;
  for (const algorithms::Prepared& prepared : run.configurations) {
    subjects.emplace_back(measure::Entry{.prepared = prepared, .passes = true}, device, run.problem, run.budget);
  }
  constexpr std::uint64_t seed = 1;
  return {std::move(subjects), run.budget, seed};
}

std::vector<measure::Measurement> results_of(const measure::Measuring& measuring) {
  std::vector<measure::Measurement> results;
  for (const measure::BenchmarkCase& subject : measuring.subjects()) results.push_back(subject.result());
  return results;
}

class TimingHere final : public RunTiming {
 public:
  TimingHere(const TimedRun& run, gpu::Device* device) : measuring_(measuring_of(run, device)) {}
  bool advance() override { return measuring_.advance(); }
  float progress() const override { return measuring_.progress(); }
  bool by_itself() const override { return false; }
  std::vector<measure::Measurement> results() const override { return results_of(measuring_); }
  std::string warning() const override { return load_warning(load_); }

 private:
  LoadMeter load_;
  measure::Measuring measuring_;
};

/// Data that the window shares with a job of the measuring thread. Only the job accesses `results`, `warning` and
/// `error` until it sets `done`.
struct TimingState {
  std::atomic<bool> cancelled = false, done = false;
  std::atomic<float> progress = 0;
  std::vector<measure::Measurement> results;
  std::string warning;
  std::exception_ptr error;
};

void measure_into(TimingState& state, const TimedRun& run, gpu::Device* device) {
  try {
    const LoadMeter load;
    measure::Measuring measuring = measuring_of(run, device);
    while (!state.cancelled && measuring.advance()) state.progress = measuring.progress();
    state.results = results_of(measuring);
    if (!state.cancelled) state.warning = load_warning(load);
  } catch (...) {
    state.error = std::current_exception();
  }
  state.done = true;
}

class TimingBeside final : public RunTiming {
 public:
  TimingBeside(const TimedRun& run, DeviceThread& thread) {
    thread.run([state = state_, run](gpu::Device* device) {
      if (!state->cancelled) measure_into(*state, run, device);
    });
  }
  ~TimingBeside() override { state_->cancelled = true; }
  TimingBeside(const TimingBeside&) = delete;
  TimingBeside& operator=(const TimingBeside&) = delete;

  bool advance() override {
    if (!state_->done) return true;
    if (state_->error) std::rethrow_exception(std::exchange(state_->error, nullptr));
    return false;
  }
  float progress() const override { return state_->progress; }
  bool by_itself() const override { return true; }
  std::vector<measure::Measurement> results() const override { return state_->results; }
  std::string warning() const override { return state_->warning; }

 private:
  std::shared_ptr<TimingState> state_ = std::make_shared<TimingState>();
};

}  // namespace

std::unique_ptr<RunTiming> time_here(const TimedRun& run, gpu::Device* device) {
  return std::make_unique<TimingHere>(run, device);
}

std::unique_ptr<RunTiming> time_beside(const TimedRun& run, DeviceThread& thread) {
  return std::make_unique<TimingBeside>(run, thread);
}

}  // namespace texelsort::app
