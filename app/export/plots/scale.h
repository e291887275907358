#pragma once

#include <string>
#include <vector>

#include "app/export/plots/plot.h"

namespace texelsort::app {

/// What the numbers of an axis are.
enum class Quantity : std::uint8_t { milliseconds, keys, keys_per_second, ratio, bytes, percent };

struct Tick {
  double value = 0;
  std::string text;
};

/// Round values between the ends, about `most` of them: on a log axis decades, with 2 and 5 between few of them; powers
/// of two for keys.
std::vector<Tick> ticks(const AxisScale& scale, Quantity quantity, std::size_t most);

/// "2^16" for powers of two from 1024 on, "1.5 ms", "120 M", "1.31×", "4.29 GB", "75 %".
std::string quantity_text(double value, Quantity quantity);

/// The span of values with a little room at both ends; log axes need values above 0.
ValueSpan roomy(double low, double high, bool log);

}  // namespace texelsort::app
