#pragma once

#include <string>
#include <vector>

#include "app/problem/problem_spec.h"
#include "compute/gpu/device.h"
#include "compute/measure/distances.h"

namespace texelsort::app {

/// Time of one pass against the distance of its comparators, with what it needs to be measured again.
struct DistanceReport {
  const std::vector<measure::DistanceCurve>& curves;  ///< row-major first
  ProblemSpec spec;
  std::uint64_t n = 0;
  const gpu::DeviceInfo& device;
  double bytes_per_second = 0;  ///< of a copy by fragment passes
  std::string command;          ///< that reproduces it
};

/// "table": a row a distance, and what it shows in sentences; "csv", "json": a row for each distance and mapping.
std::string distance_text(const DistanceReport& report, const std::string& format);

/// The table as an SVG picture: log2 of the distance across, milliseconds up, a line a mapping.
std::string distance_plot(const DistanceReport& report);

}  // namespace texelsort::app
