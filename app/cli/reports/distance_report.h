#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/problem/problem_spec.h"
#include "app/tuning/environment.h"
#include "compute/gpu/device.h"
#include "compute/measure/distances.h"

namespace texelsort::app {

/// Time of one pass for each distance between compared keys, with the information to repeat the measurement.
struct DistanceReport {
  /// Times by distance, one curve per mapping of keys to texels, row-major first.
  const std::vector<measure::DistanceCurve>& curves;
  ProblemSpec spec;
  std::uint64_t n = 0;
  const gpu::DeviceInfo& device;
  double bytes_per_second = 0;  ///< bandwidth of a copy by fragment passes
  Environment environment;
  std::optional<double> load;  ///< processors' time that other programs used, in percent; null if unknown
  std::string command;         ///< command line that repeats the measurement
};

/// Returns the report in a format. "table" has one row per distance, followed by conclusions and by estimates of the
/// cache. "csv" and "json" have one row per distance and mapping.
std::string distance_text(const DistanceReport& report, const std::string& format);

/// Returns an SVG plot with the time in ms over log2 of the distance, one line per mapping.
std::string distance_plot(const DistanceReport& report);

}  // namespace texelsort::app
