#pragma once

#include <string>
#include <vector>

#include "app/export/plots/plot.h"

namespace texelsort::app {

/// Quantity that an axis shows, which determines the unit and the ticks.
enum class Quantity : std::uint8_t { milliseconds, keys, keys_per_second, ratio, bytes, percent };

struct Tick {
  double value = 0;
  std::string text;
};

/// Returns about `most` round values between the ends of an axis. A logarithmic axis has powers of two for keys, and
/// powers of ten otherwise. If there are few powers of ten, the ticks include 2 and 5 times each power.
std::vector<Tick> ticks(const AxisScale& scale, Quantity quantity, std::size_t most);

/// Returns a value with its unit, for example "2^16" (for powers of two from 1024), "1.5 ms", "120 M", "1.31×", "4.29
/// GB" or "75 %".
std::string quantity_text(double value, Quantity quantity);

/// Returns a range extended by a margin at both ends. A logarithmic axis needs values above 0.
ValueSpan roomy(double low, double high, bool log);

}  // namespace texelsort::app
