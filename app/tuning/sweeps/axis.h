#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace texelsort::app {

/// A parameter and the values to sweep.
struct Axis {
  std::string name;
  std::vector<std::string> values;
};

/// Returns the values that comma-separated text denotes. Words and sizes are values themselves. The range
/// "1024..16384:x2" doubles up to the last value, "16..64:+16" adds 16, "1..5" adds 1. Throws UsageError, naming the
/// option, for a range without numbers, without values, or with more than 10,000 values.
std::vector<std::string> axis_values(const std::string& option, std::string_view text);

/// Returns the values of all texts in one list.
std::vector<std::string> axis_values(const std::string& option, const std::vector<std::string>& texts);

/// Reads axes from texts "NAME=VALUES". Throws UsageError for a text without "=" and for a repeated name.
std::vector<Axis> read_axes(const std::vector<std::string>& texts);

}  // namespace texelsort::app
