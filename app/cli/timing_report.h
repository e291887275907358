#pragma once

#include <string>
#include <vector>

#include "app/problem_spec.h"
#include "compute/measure/cost.h"
#include "compute/measure/measure.h"

namespace texelsort::app {

/// A measurement with what it needs to be repeated.
struct TimingReport {
  const measure::Measurement* measurement = nullptr;
  const gpu::DeviceInfo* device = nullptr;  ///< null: measured on the CPU
  ProblemSpec spec;
  std::string origin;           ///< of the input
  std::string command;          ///< that reproduces it
  std::string chosen{};         ///< why it is this algorithm; empty if it was asked for
  double bytes_per_second = 0;  ///< of a copy by passes of this kind
};

/// Device, clock, total and a line a stage (and a pass, if asked) with median, 95 % interval, share, bytes, and the
/// time that the bytes alone predict.
std::string timing_text(const TimingReport& report, bool passes);

/// The same as one JSON object, ending in a newline; docs/json.md has its keys.
std::string timing_json(const TimingReport& report);

/// The cost of every pass that was timed, in order.
std::vector<measure::Cost> pass_costs(const measure::Measurement& measurement, double bytes_per_second);

/// Millions of keys a second; zero when no time was measured.
double mega_keys_per_second(std::uint64_t n, double milliseconds);

}  // namespace texelsort::app
