#include "app/tuning/timing.h"

#include <atomic>
#include <exception>
#include <utility>

namespace texelsort::app {

namespace {

class TimingHere final : public RunTiming {
 public:
  TimingHere(const TimedRun& run, gpu::Device* device)
      : measuring_(measure::Entry{run.prepared}, device, run.problem, run.budget, true) {}
  bool advance() override { return measuring_.advance(); }
  float progress() const override { return measuring_.progress(); }
  bool by_itself() const override { return false; }
  const measure::Measurement& result() const override { return measuring_.result(); }

 private:
  measure::Measuring measuring_;
};

/// Data that the window shares with a job of the measuring thread. Only the job accesses `result` and `error` until it
/// sets `done`.
struct TimingState {
  std::atomic<bool> cancelled = false, done = false;
  std::atomic<float> progress = 0;
  measure::Measurement result;
  std::exception_ptr error;
};

void measure_into(TimingState& state, const TimedRun& run, gpu::Device* device) {
  try {
    measure::Measuring measuring(measure::Entry{run.prepared}, device, run.problem, run.budget, true);
    while (!state.cancelled && measuring.advance()) state.progress = measuring.progress();
    state.result = measuring.result();
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
  const measure::Measurement& result() const override { return state_->result; }

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
