#pragma once

#include <string>
#include <vector>

#include "app/export/plots/plot.h"

namespace texelsort::app {

/// Quantity on an axis, which determines the unit and the ticks.
enum class Quantity : std::uint8_t { milliseconds, keys, keys_per_second, ratio, bytes, percent };

struct Tick {
  double value = 0;
  std::string text;
};

/// Returns about `most` round values between the ends of an axis. A log axis has powers of ten, with 2 and 5 between if
/// there are few, or powers of two for keys.
std::vector<Tick> ticks(const AxisScale& scale, Quantity quantity, std::size_t most);

/// Returns a value with its unit, for example "2^16" (for powers of two from 1024), "1.5 ms", "120 M", "1.31×", "4.29
/// GB" or "75 %".
std::string quantity_text(double value, Quantity quantity);

/// Returns the range with a margin at both ends. Log axes need values above 0.
ValueSpan roomy(double low, double high, bool log);

}  // namespace texelsort::app
