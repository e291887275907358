#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/core/trace.h"

namespace texelsort::measure {

/// Returns the predicted time of a pass in milliseconds: its bytes divided by the bandwidth of a copy in bytes per
/// second. The prediction ignores launches, waits, comparisons, the device's rate of fragments or invocations, and
/// irregular access. It also ignores caches, which make small arrays and repeated reads faster than predicted.
double predicted_ms(std::uint64_t bytes, double bytes_per_second);

/// Cost of one pass: counters, predicted time, and the measured time if the pass was timed.
struct Cost {
  algorithms::Counters counters;
  double predicted_ms = 0;  ///< predicted time in milliseconds; 0 if unknown
  std::optional<double> measured_ms;

  /// Returns whether the prediction is meaningful: the bytes take longer than the launch of a pass, which takes about
  /// 20 microseconds on many devices.
  bool has_prediction() const;
  /// Returns the measured time divided by the predicted time, or null if there is no measurement or no meaningful
  /// prediction.
  std::optional<double> ratio() const;
};

/// Part of a cost for display, such as the value "32" with the name "compare-and-swaps".
struct CostField {
  std::string name, value;
  /// True for times, which are displayed after their name. False for counts, which are displayed before their name.
  bool is_time = false;
};

/// Returns the counts of a cost that are not 0, then the predicted and the measured time with their ratio. The first
/// counts are draws, quads and fragments, or dispatches and invocations. Further counts are compare-and-swaps, texels
/// fetched or elements read, bytes moved, and bytes moved of records' fields.
std::vector<CostField> cost_fields(const Cost& cost);

/// Formats one line per cost, in aligned columns, such as "1 draw   4 quads ...   predicted 0.41 µs   measured 12.3 µs
/// 30 times the prediction".
std::vector<std::string> cost_lines(std::span<const Cost> costs);

}  // namespace texelsort::measure
