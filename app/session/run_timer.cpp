#include "app/session/run_timer.h"

#include <exception>
#include <system_error>
#include <utility>

#include "app/problem/plain_message.h"
#include "app/session/session.h"
#include "app/session/tuning.h"
#include "app/tuning/device_thread.h"
#include "app/tuning/timing.h"
#include "compute/data/error.h"
#include "compute/gpu/program_cache.h"

namespace texelsort::app {

namespace {

/// Limit of measurements in the window. It has fewer samples than on the command line, because the user waits for the
/// result.
constexpr measure::Budget window_budget{2, 7, 101, 0.03, 6};

bool sweep_runs(const Session& session) {
  const Tuning* tuning = find_workspace<Tuning>(session);
  return tuning != nullptr && tuning->state() == Tuning::State::running;
}

}  // namespace

RunTimer::RunTimer(const Session& session) : copy_bandwidth_(session.device(), session.execution()) {}

RunTimer::~RunTimer() = default;

void RunTimer::measure(Session& session) {
  measurement_.reset();
  if (sweep_runs(session)) {
    session.report("a measurement would disturb the sweep that is running: pause the sweep first");
    return;
  }
  session.dismiss_message();
  start(session);
}

void RunTimer::start(Session& session) {
  try {
    TimedRun run{{session.prepared()}, session.loaded().problem, window_budget};
    if (rival_) run.configurations.push_back(*rival_);
    definition_ = session.algorithm().content_hash();
    DeviceThread* thread = thread_beside(session);
    timing_ = thread != nullptr ? time_beside(run, *thread) : time_here(run, session.device());
  } catch (const std::exception& error) {
    session.report(plain_message(error.what()));
  }
}

void RunTimer::cancel() {
  timing_.reset();
}

std::optional<measure::Ratio> RunTimer::ratio() const {
  if (!rival_ || !measurement_ || !measured_before_ || !measurement_->verified) return std::nullopt;
  return measure::paired_ratio(measurement_->samples_ms, measured_before_->samples_ms);
}

float RunTimer::progress() const {
  return timing_ ? timing_->progress() : 0;
}

/// Returns the thread for measurements. Returns null if it would measure other runs than the session's. This happens
/// with another device, or if the session uses older versions of broken shaders.
DeviceThread* RunTimer::thread_beside(const Session& session) {
  gpu::Device* device = session.device();
  if (!session.has_user || (device != nullptr && !device->programs().faults().empty())) return nullptr;
  try {
    if (!thread_) thread_ = std::make_unique<DeviceThread>(device);
  } catch (const std::system_error&) {
    return nullptr;  // if no thread can be started, measure on the thread that draws
  }
  if (device == nullptr) return thread_.get();
  const gpu::DeviceInfo* other = thread_->info();
  return other != nullptr && other->renderer == device->info().renderer ? thread_.get() : nullptr;
}

void RunTimer::release_device() {
  thread_.reset();
}

void RunTimer::run_ends(Session& session, bool same_run) {
  measures_again_ = session.has_user && same_run && (measurement_ || timing_) && !sweep_runs(session);
  if (!measures_again_) {
    measured_before_.reset();
  } else if (measurement_ && measurement_->verified) {
    measured_before_ = std::move(measurement_);
    rival_ = session.prepared();
  }
  if (!measured_before_) rival_.reset();
  timing_.reset();
  measurement_.reset();
}

void RunTimer::run_began(Session& session) {
  // Without other values, the shaders have changed, and the earlier ones cannot run any more.
  const algorithms::Prepared& now = session.prepared();
  if (rival_ && (rival_->used_values() == now.used_values() || definition_ != now.algorithm().content_hash())) {
    rival_.reset();
  }
  if (std::exchange(measures_again_, false)) start(session);
}

void RunTimer::frame(Session& session, double) {
  if (!timing_) return;
  try {
    if (timing_->advance()) return;
    std::vector<measure::Measurement> results = timing_->results();
    if (rival_ && results.size() > 1 && results[1].verified) measured_before_ = std::move(results[1]);
    measurement_ = std::move(results[0]);
    warning_ = timing_->warning();
  } catch (const std::exception& error) {
    session.report(plain_message(error.what()));
  }
  timing_.reset();
}

bool RunTimer::has_work(const Session&) const {
  return timing_ && !timing_->by_itself();
}

bool RunTimer::awaits_news() const {
  return timing_ && timing_->by_itself();
}

measure::Cost RunTimer::cost_of(const Session& session, const algorithms::Counters& counters,
                                std::uint64_t pass_index) {
  measure::Cost cost{counters, 0, std::nullopt};
  if (measurement_ && pass_index < measurement_->passes.size()) {
    cost.measured_ms = measurement_->passes[pass_index].ms.median;
  }
  if (!predicts) return cost;
  try {
    const double bandwidth = copy_bandwidth_.bytes_per_second(session.algorithm().info().backend);
    cost.predicted_ms = measure::predicted_ms(counters.bytes, bandwidth);
  } catch (const UnavailableError&) {
    cost.predicted_ms = 0;  // without memory for the copy, the bandwidth is unknown, so predict no time
  }
  return cost;
}

}  // namespace texelsort::app
