#pragma once

#include "app/cli/timing_report.h"
#include "compute/measure/measure.h"

namespace texelsort::app {

/// A measurement, and the bandwidth that predicts it.
struct Timing {
  measure::Measurement measurement;
  double bytes_per_second = 0;
};

/// Totals, then single passes.
Timing take_timing(const algorithms::Prepared& prepared, gpu::Device* device, const LoadedProblem& loaded,
                   const measure::Budget& budget);

/// What a report says besides the times.
struct TimingContext {
  const gpu::DeviceInfo* device = nullptr;
  ProblemSpec spec;
  std::string origin, command;
  std::string chosen;  ///< why it is this algorithm; empty if it was asked for
  bool passes = false, json = false;
};

/// Throws check_failed if the output was not verified.
void print_timing(const Timing& timing, const TimingContext& context);

}  // namespace texelsort::app
