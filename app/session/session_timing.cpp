#include <exception>

#include "app/external/external_work.h"
#include "app/problem/plain_message.h"
#include "app/session/session.h"
#include "app/session/tuning.h"
#include "app/tuning/timing.h"
#include "compute/data/error.h"
#include "compute/gpu/program_cache.h"

namespace texelsort::app {

namespace {

/// A measurement from the window is for looking at: fewer samples than the command line takes.
constexpr measure::Budget window_budget{2, 7, 25, 0.03, 6};

}  // namespace

void Session::measure() {
  measurement_.reset();
  if (tuning_ && tuning_->state() == Tuning::State::running) {
    message_ = "a sweep is running, which a measurement would disturb: pause it first";
    return;
  }
  message_.clear();
  measure_again();
}

void Session::measure_again() {
  try {
    timing_ = start_timing();
  } catch (const std::exception& error) {
    message_ = plain_message(error.what());
  }
}

void Session::cancel_measurement() {
  timing_.reset();
}

float Session::measuring_progress() const {
  return timing_ ? timing_->progress() : 0;
}

std::unique_ptr<RunTiming> Session::start_timing() {
  const TimedRun run{*prepared_, loaded_.problem, window_budget};
  if (DeviceThread* thread = timing_thread()) return time_beside(run, *thread);
  return time_here(run, device_);
}

/// Null where what runs there is not what runs here: on another device, or with shaders that stand in for broken ones.
DeviceThread* Session::timing_thread() {
  if (!has_user || (device_ != nullptr && !device_->programs().faults().empty())) return nullptr;
  try {
    if (!timing_thread_) timing_thread_ = std::make_unique<DeviceThread>(device_);
  } catch (const std::system_error&) {
    return nullptr;  // no thread can be started now: the frames' thread measures
  }
  if (device_ == nullptr) return timing_thread_.get();
  const gpu::DeviceInfo* other = timing_thread_->info();
  const bool same = other != nullptr && other->renderer == device_->info().renderer;
  return same ? timing_thread_.get() : nullptr;
}

/// Before another run takes the place of the one that is measured. True if that is to be measured as well.
bool Session::put_measurement_aside(bool of_same_run) {
  const bool again =
      has_user && of_same_run && (measurement_ || timing_) && !(tuning_ && tuning_->state() == Tuning::State::running);
  if (!again) {
    measured_before_.reset();
  } else if (measurement_ && measurement_->verified) {
    measured_before_ = std::move(measurement_);
  }
  timing_.reset();
  measurement_.reset();
  return again;
}

void Session::update_timing() {
  if (!timing_) return;
  try {
    if (timing_->advance()) return;
    measurement_ = timing_->result();
  } catch (const std::exception& error) {
    message_ = plain_message(error.what());
  }
  timing_.reset();
}

bool Session::awaits_news() const {
  return (timing_ && timing_->by_itself()) || (tuning_ && tuning_->state() == Tuning::State::running) ||
         (external_work_ && external_work_->running());
}

ExternalWork& Session::external_work() {
  if (!external_work_) external_work_ = std::make_unique<ExternalWork>(device_);
  return *external_work_;
}

Tuning& Session::tuning() {
  if (!tuning_) tuning_ = std::make_unique<Tuning>(device_);
  return *tuning_;
}

measure::Cost Session::cost_of(const algorithms::Counters& counters, std::uint64_t pass_index) {
  measure::Cost cost{counters, 0, std::nullopt};
  if (measurement_ && pass_index < measurement_->passes.size()) {
    cost.measured_ms = measurement_->passes[pass_index].ms.median;
  }
  if (!predicts) return cost;
  try {
    const double bandwidth = copy_bandwidth_.bytes_per_second(algorithm_->info().backend);
    cost.predicted_ms = measure::predicted_ms(counters.bytes, bandwidth);
  } catch (const UnavailableError&) {
    cost.predicted_ms = 0;  // no room for a copy: the counts are worth seeing all the same
  }
  return cost;
}

}  // namespace texelsort::app
