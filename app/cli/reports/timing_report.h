#pragma once

#include <string>

#include "app/cli/commands/phase_times.h"
#include "app/problem/json_document.h"
#include "app/problem/problem_spec.h"
#include "app/tuning/sweeps/winners.h"
#include "compute/measure/cost.h"
#include "compute/measure/measure.h"

namespace texelsort::app {

/// A measurement with what it needs to be repeated.
struct TimingReport {
  const measure::Measurement& measurement;
  const gpu::DeviceInfo* device = nullptr;  ///< null: measured on the CPU
  const ProblemSpec& spec;
  std::string origin;                ///< of the input
  std::string command;               ///< that reproduces it
  std::string chosen;                ///< why it is this algorithm; empty if it was asked for
  std::optional<Winner> measured{};  ///< whose values they are, if a search found them here
  double bytes_per_second = 0;       ///< of a copy by passes of this kind
  PhaseTimes parts{};                ///< of the command that sorted, before it measured
};

/// Device, clock, total, a line a stage (and a pass, if asked) with median, 95 % interval, share, bytes, and the time
/// that the bytes alone predict, and a line for each part of the command.
std::string timing_text(const TimingReport& report, bool passes);

/// The same as one JSON object, ending in a newline; docs/json.md has its keys.
std::string timing_json(const TimingReport& report);

/// What machines are told of values that a search found here; null for none.
ordered_json measured_json(const std::optional<Winner>& measured);

/// What was counted and measured, with the time that a copy of the same bytes takes.
measure::Cost cost_of(const measure::Summary& ms, const algorithms::Counters& counters, double bytes_per_second);

/// Millions of keys a second; zero when no time was measured.
double mega_keys_per_second(std::uint64_t n, double milliseconds);

}  // namespace texelsort::app
