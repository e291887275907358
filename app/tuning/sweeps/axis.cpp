#include "app/tuning/sweeps/axis.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

namespace {

constexpr std::size_t most_values = 10'000;

std::uint64_t bound(const std::string& option, std::string_view range, std::string_view text) {
  if (const auto number = data::parse_size(std::string(text))) return *number;
  throw UsageError(
      fmt::format("{} {}: '{}' is not a number; write a range as FIRST..LAST, FIRST..LAST:xFACTOR or "
                  "FIRST..LAST:+STEP",
                  option, range, text));
}

/// Appends the values of a range "FIRST..LAST[:xFACTOR|:+STEP]" to `values`. `dots` is the position of "..".
void add_range(const std::string& option, std::string_view range, std::size_t dots, std::vector<std::string>& values) {
  const std::size_t colon = std::min(range.find(':', dots), range.size());
  const std::uint64_t first = bound(option, range, range.substr(0, dots));
  const std::uint64_t last = bound(option, range, range.substr(dots + 2, colon - dots - 2));
  const std::string_view step = colon < range.size() ? range.substr(colon + 1) : "+1";
  const bool times = step.starts_with('x');
  if (!times && !step.starts_with('+')) {
    throw UsageError(
        fmt::format("{} {}: expected :xFACTOR or :+STEP after the range, found ':{}'", option, range, step));
  }
  const std::uint64_t by = bound(option, range, step.substr(1));
  if (by < (times ? 2u : 1u) || (times && first == 0)) {
    throw UsageError(fmt::format("{} {}: the step of this range does not increase the value, so the range has no end",
                                 option, range));
  }
  if (first > last)
    throw UsageError(fmt::format("{} {}: this range is empty, because {} is more than {}", option, range, first, last));
  for (std::uint64_t value = first; value <= last;) {
    values.push_back(std::to_string(value));
    if (values.size() > most_values) {
      throw UsageError(fmt::format("{} {}: more than {} values", option, range, most_values));
    }
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    if (times ? value > most / by : value > most - by) break;
    value = times ? value * by : value + by;
  }
}

}  // namespace

std::vector<std::string> axis_values(const std::string& option, std::string_view text) {
  std::vector<std::string> values;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const std::string_view part = text.substr(at, comma - at);
    if (part.empty()) throw UsageError(fmt::format("{} {}: a value between commas is missing", option, text));
    if (const std::size_t dots = part.find(".."); dots != std::string_view::npos) {
      add_range(option, part, dots, values);
    } else {
      values.emplace_back(part);
    }
    at = comma + 1;
  }
  return values;
}

std::vector<std::string> axis_values(const std::string& option, const std::vector<std::string>& texts) {
  std::vector<std::string> values;
  for (const std::string& text : texts) std::ranges::move(axis_values(option, text), std::back_inserter(values));
  return values;
}

std::vector<Axis> read_axes(const std::vector<std::string>& texts) {
  std::vector<Axis> axes;
  std::vector<std::string> names{"n"};
  for (const std::string& text : texts) names.push_back(text.substr(0, text.find('=')));
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw UsageError(fmt::format("-p: expected NAME=VALUES, found '{}'", text));
    }
    const std::string name = text.substr(0, equals);
    if (std::ranges::find(axes, name, &Axis::name) != axes.end()) {
      throw UsageError(fmt::format("-p {} is given twice: give all its values at once, NAME=1,2,4", name));
    }
    const std::string values = text.substr(equals + 1);
    if (is_expression(values, names)) {
      axes.push_back({name, {}, Expression("-p " + name + "=", values)});
    } else {
      axes.push_back({name, axis_values("-p " + name, values)});
    }
  }
  return axes;
}

}  // namespace texelsort::app
