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
  const gpu::DeviceInfo* device = nullptr;  ///< null if measured on the CPU
  const ProblemSpec& spec;
  std::string origin;                ///< origin of the input
  std::string command;               ///< command that repeats the measurement
  std::string chosen;                ///< why this algorithm was chosen; empty if the user named it
  std::optional<Winner> measured{};  ///< source of the values, if they are tuned
  double bytes_per_second = 0;       ///< bandwidth of a copy by passes of this kind
  PhaseTimes parts{};                ///< phases of the command before the measurement
};

/// Returns device, clock and total time. Then one line per stage (and per pass, if requested) with median, 95 %
/// interval, share, bytes, and the time predicted from the bytes. Last, one line per phase of the command.
std::string timing_text(const TimingReport& report, bool passes);

/// Returns the same as one JSON object, ending in a newline. docs/json.md lists its keys.
std::string timing_json(const TimingReport& report);

/// Returns the JSON of tuned values, null without them.
ordered_json measured_json(const std::optional<Winner>& measured);

/// Returns the measured and counted costs, with the time to copy the same number of bytes.
measure::Cost cost_of(const measure::Summary& ms, const algorithms::Counters& counters, double bytes_per_second);

/// Returns millions of keys per second. Zero if no time was measured.
double mega_keys_per_second(std::uint64_t n, double milliseconds);

}  // namespace texelsort::app
