#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/tuning/sweeps/expression.h"

namespace texelsort::app {

/// A parameter with the values that a sweep tries, or with the expression that gives its value.
struct Axis {
  std::string name;
  std::vector<std::string> values;  ///< empty if the value follows from an expression
  std::optional<Expression> expression{};
};

/// Returns the values in a text, which are separated by commas: words, sizes and ranges. The range "1024..16384:x2"
/// doubles up to the last value, "16..64:+16" adds 16, and "1..5" adds 1. Throws UsageError, which names the option,
/// for a range without numbers or values, or with more than 10,000 values.
std::vector<std::string> axis_values(const std::string& option, std::string_view text);

/// Returns the values of several texts in one list.
std::vector<std::string> axis_values(const std::string& option, const std::vector<std::string>& texts);

/// Reads axes from texts of the form "NAME=VALUES" or "NAME=EXPRESSION", such as "tile=workgroup*4". Throws UsageError
/// for a text without "=" and for a repeated name.
std::vector<Axis> read_axes(const std::vector<std::string>& texts);

}  // namespace texelsort::app
