#include "app/tuning/sweeps/trial_probe.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

/// Greatest accepted ratio of a trial's time for fewer keys to the best time for all keys. The ratio is high because
/// launches dominate the time of small inputs.
constexpr double most_times = 4;

/// Number of keys in the first probe, and growth factor from probe to probe. A small first probe bounds the cost of a
/// slow trial.
constexpr std::uint64_t first_keys = std::uint64_t{1} << 12, growth = 16;

}  // namespace

std::optional<std::string> TrialProbe::hopeless(const Trial& trial, double best_ms) {
  for (std::uint64_t n = first_keys; n * 4 <= trial.n; n *= growth) {
    const auto ms = time(trial, n, most_times * best_ms);
    if (ms && *ms > most_times * best_ms) {
      return fmt::format("{} keys already take {:.3g} ms, but the best configuration takes at most {:.3g} ms for {}",
                         data::grouped(n), *ms, best_ms, data::grouped(trial.n));
    }
  }
  return std::nullopt;
}

/// Returns a trial's time in ms for n keys. Measures a time above `enough_ms` twice, because the first run may include
/// compiling shaders.
std::optional<double> TrialProbe::time(const Trial& trial, std::uint64_t n, double enough_ms) {
  ProblemSpec spec = trial.spec;
  spec.n = n;
  const gpu::DeviceInfo* info = device_ == nullptr ? nullptr : &device_->info();
  const cuda::ExecutionOptions& execution = trial.prepared->form().execution;
  const Trial fewer = make_trial({trial.configuration.algorithm}, spec, trial.configuration.values, info, execution);
  if (!fewer.prepared) return std::nullopt;
  auto& problem = problems_[n];
  if (!problem) problem = load(spec, execution).problem;
  try {
    const auto run = fewer.prepared->start(device_, problem);
    run->rewind();
    const double first = run->timed_finish();
    if (first <= enough_ms) return first;
    run->rewind();
    return std::min(first, run->timed_finish());
  } catch (const Error& error) {
    if (error.code() != ExitCode::usage && error.code() != ExitCode::unavailable) throw;
    return std::nullopt;  // ignore this error, because the full measurement reports it again
  }
}

}  // namespace texelsort::app
