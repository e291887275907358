#include "app/export/plots/scale.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/export/plots/table.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

double unit_of(const AxisScale& scale, double value) {
  if (!scale.log) return (value - scale.low) / (scale.high - scale.low);
  return std::log(value / scale.low) / std::log(scale.high / scale.low);
}

double at_unit(const AxisScale& scale, double unit) {
  if (!scale.log) return scale.low + unit * (scale.high - scale.low);
  return scale.low * std::pow(scale.high / scale.low, unit);
}

/// Returns the distance of ticks: 1, 2 or 5 times a power of ten. It is the smallest distance that gives at most `most`
/// ticks.
double round_step(double length, std::size_t most) {
  const double least = length / static_cast<double>(std::max<std::size_t>(most, 1));
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least) return factor * power;
  }
  return 10 * power;
}

std::vector<double> even_values(const AxisScale& scale, std::size_t most) {
  std::vector<double> values;
  const double step = round_step(scale.high - scale.low, most);
  for (double i = std::ceil(scale.low / step - 1e-9); i * step <= scale.high * (1 + 1e-12); ++i) {
    values.push_back(i * step);
  }
  return values;
}

/// Returns the powers of a base between the ends of an axis. If there are more than `most`, returns only every second,
/// third and so on.
std::vector<double> powers(const AxisScale& scale, double base, std::size_t most) {
  const double first = std::ceil(std::log(scale.low) / std::log(base) - 1e-9),
               last = std::floor(std::log(scale.high) / std::log(base) + 1e-9);
  const double every =
      std::max(1.0, std::ceil((last - first + 1) / static_cast<double>(std::max<std::size_t>(most, 1))));
  std::vector<double> values;
  for (double i = std::ceil(first / every) * every; i <= last; i += every) values.push_back(std::pow(base, i));
  return values;
}

/// Returns a number of bytes with three significant digits and a unit, for example "100 MB".
std::string axis_bytes(double bytes) {
  constexpr std::array units{"bytes", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < units.size(); ++unit) bytes /= 1000;
  return fmt::format("{:.3g} {}", bytes, units[unit]);
}

std::vector<double> decimal_values(const AxisScale& scale, std::size_t most) {
  std::vector<double> decades = powers(scale, 10, most);
  if (decades.size() * 3 > most || scale.high / scale.low > 1e4) return decades;
  std::vector<double> values;
  for (double power = std::floor(std::log10(scale.low)); power <= std::log10(scale.high); ++power) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10, power);
      if (value >= scale.low * (1 - 1e-9) && value <= scale.high * (1 + 1e-9)) values.push_back(value);
    }
  }
  return values.size() >= 2 ? values : even_values(scale, most);
}

}  // namespace

float AxisScale::place(double value_there) const {
  return from + static_cast<float>(unit_of(*this, value_there)) * (to - from);
}

double AxisScale::value(float place_there) const {
  return at_unit(*this, static_cast<double>((place_there - from) / (to - from)));
}

ValueSpan zoomed(const AxisScale& scale, float place, double factor) {
  const auto fixed = static_cast<double>((place - scale.from) / (scale.to - scale.from));
  return {at_unit(scale, fixed - fixed * factor), at_unit(scale, fixed + (1 - fixed) * factor)};
}

ValueSpan panned(const AxisScale& scale, float pixels) {
  const auto shift = static_cast<double>(pixels / (scale.to - scale.from));
  return {at_unit(scale, -shift), at_unit(scale, 1 - shift)};
}

std::string quantity_text(double value, Quantity quantity) {
  switch (quantity) {
    case Quantity::milliseconds:
      return value == 0 ? "0" : data::duration_text(value);
    case Quantity::ratio:
      return times_text(value);
    case Quantity::keys: {
      const double exponent = std::log2(value);
      if (exponent >= 10 && exponent == std::round(exponent)) return fmt::format("2^{:.0f}", exponent);
      return value < 1e15 ? data::grouped(static_cast<std::uint64_t>(std::llround(std::max(value, 0.0))))
                          : fmt::format("{:.3g}", value);
    }
    case Quantity::bytes:
      return axis_bytes(value);
    case Quantity::percent:
      return fmt::format("{:.3g} %", value + 0.0);  // + 0.0 turns -0 into 0
    case Quantity::keys_per_second:
      break;
  }
  struct Unit {
    double size;
    const char* name;
  };
  constexpr std::array units{Unit{1e12, "T"}, Unit{1e9, "G"}, Unit{1e6, "M"}, Unit{1e3, "k"}};
  for (const Unit& unit : units) {
    if (value >= 0.9995 * unit.size) return fmt::format("{:.3g} {}", value / unit.size, unit.name);
  }
  return fmt::format("{:.3g}", value);
}

std::vector<Tick> ticks(const AxisScale& scale, Quantity quantity, std::size_t most) {
  std::vector<double> values;
  if (!scale.log) {
    values = even_values(scale, most);
  } else if (quantity == Quantity::keys) {
    values = powers(scale, 2, most);
  } else {
    values = decimal_values(scale, most);
  }
  if (values.size() < 2 && scale.log) values = even_values(scale, most);
  std::vector<Tick> all;
  for (const double value : values) all.push_back({value, quantity_text(value, quantity)});
  return all;
}

ValueSpan roomy(double low, double high, bool log) {
  if (log) {
    const double room = std::max(std::pow(high / low, 0.06), 1.1);
    return {low / room, high * room};
  }
  const double room = std::max(0.06 * (high - low), 0.02 * high);
  return {std::max(0.0, low - room), high + room};
}

}  // namespace texelsort::app
