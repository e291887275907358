#pragma once

#include <string>

#include "app/cli/commands/phase_times.h"
#include "app/problem/json_document.h"
#include "app/problem/problem_spec.h"
#include "app/tuning/sweeps/winners.h"
#include "compute/measure/cost.h"
#include "compute/measure/measure.h"

namespace texelsort::app {

/// A measurement with the information to repeat it.
struct TimingReport {
  const measure::Measurement& measurement;
  const gpu::DeviceInfo* device = nullptr;  ///< device of the measurement; null for the CPU
  const ProblemSpec& spec;
  std::string origin;                ///< origin of the input, such as a file or a distribution
  std::string command;               ///< command line that repeats the measurement
  std::string chosen;                ///< reason for choosing the algorithm; empty if the user named it
  std::optional<Winner> measured{};  ///< search that found the parameter values; empty if the values are not tuned
  double bytes_per_second = 0;       ///< bandwidth of a copy, measured with passes like the algorithm's
  PhaseTimes parts{};                ///< durations of the command's phases before the measurement
};

/// Returns the report as text: device, clock and total time, then one line per stage, then one line per phase of the
/// command. With `passes`, each pass has a line too. Lines of stages and passes contain median, 95 % interval, share,
/// bytes, and the time predicted from the bytes.
std::string timing_text(const TimingReport& report, bool passes);

/// Returns the report as one JSON object, ending in a newline. docs/json.md lists its keys.
std::string timing_json(const TimingReport& report);

/// Returns tuned values as JSON, or JSON null if no values are tuned.
ordered_json measured_json(const std::optional<Winner>& measured);

/// Returns measured times, counters, and the time to copy the same number of bytes.
measure::Cost cost_of(const measure::Summary& ms, const algorithms::Counters& counters, double bytes_per_second);

/// Returns the throughput in millions of keys per second, or 0 if no time was measured.
double mega_keys_per_second(std::uint64_t n, double milliseconds);

}  // namespace texelsort::app
