#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/core/trace.h"

namespace texelsort::measure {

/// Returns the milliseconds to move these bytes at a copy's bandwidth (bytes per second): the time of a pass bounded
/// only by memory. It ignores the costs of launch and wait, comparisons, the device's rate of fragments or invocations,
/// and irregular access. It also ignores caches, which make small arrays and repeated reads faster than predicted.
double predicted_ms(std::uint64_t bytes, double bytes_per_second);

/// Cost of one pass: counted, predicted and, if it was timed, measured.
struct Cost {
  algorithms::Counters counters;
  double predicted_ms = 0;  ///< predicted milliseconds; 0 if unknown
  std::optional<double> measured_ms;

  /// Ratio of the measured to the predicted time. Null if one is missing.
  std::optional<double> ratio() const;
};

/// Named number of a cost, such as "32" and "compare-and-swaps".
struct CostField {
  std::string name, value;
  bool is_time = false;  ///< true for a time, whose name precedes the value; the name of a count follows it
};

/// Returns the counts that are not 0, then the predicted and the measured time with their ratio. The counts are draws
/// (or dispatches), quads, fragments (or invocations), compare-and-swaps, texels fetched (or elements read), bytes
/// moved, and bytes moved of records' fields.
std::vector<CostField> cost_fields(const Cost& cost);

/// Returns one line per cost, in aligned columns: "1 draw   4 quads ...   predicted 0.41 µs   measured 12.3 µs   30
/// times the prediction".
std::vector<std::string> cost_lines(std::span<const Cost> costs);

}  // namespace texelsort::measure
