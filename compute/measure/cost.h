#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/core/trace.h"

namespace texelsort::measure {

/// Milliseconds that moving these bytes takes at a copy's bandwidth (bytes a second): the time of a pass that memory
/// alone bounds. It leaves out everything else: what the launch and the wait cost, what comparing costs, how many
/// fragments or invocations the device can start in a second, access that is less regular than a copy's, and caches,
/// which make small arrays and keys that are read twice faster than predicted.
double predicted_ms(std::uint64_t bytes, double bytes_per_second);

/// What one pass costs: counted, predicted and, if it was timed, measured.
struct Cost {
  algorithms::Counters counters;
  double predicted_ms = 0;  ///< 0: not known
  std::optional<double> measured_ms;

  /// Measured over predicted, if both are there.
  std::optional<double> ratio() const;
};

/// One number of a cost with its name, "32" and "compare-and-swaps".
struct CostField {
  std::string name, value;
  bool is_time = false;  ///< times are named before their value, counts after it
};

/// Draws (or dispatches), quads, fragments (or invocations), compare-and-swaps, texels fetched (or elements read) and
/// bytes moved and those of them that are records' fields, what does not occur left out; then predicted and measured
/// time with their ratio.
std::vector<CostField> cost_fields(const Cost& cost);

/// A line each of all their fields, in columns: "1 draw   4 quads ...   predicted 0.41 µs   measured 12.3 µs   30 times
/// predicted".
std::vector<std::string> cost_lines(std::span<const Cost> costs);

}  // namespace texelsort::measure
