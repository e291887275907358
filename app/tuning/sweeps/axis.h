#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace texelsort::app {

/// A parameter that a sweep goes through.
struct Axis {
  std::string name;
  std::vector<std::string> values;
};

/// The values that a text of a command line stands for, between commas: words and sizes as they are;
/// "1024..16384:x2", from the first on times 2 while that is no more than the last; "16..64:+16"; "1..5" in steps of 1.
/// Throws UsageError, naming the option, for a range without numbers, without values, or of more than 10,000.
std::vector<std::string> axis_values(const std::string& option, std::string_view text);

/// The same of several texts.
std::vector<std::string> axis_values(const std::string& option, const std::vector<std::string>& texts);

/// "NAME=VALUES". Throws UsageError without "=" and for a name that is there twice.
std::vector<Axis> read_axes(const std::vector<std::string>& texts);

}  // namespace texelsort::app
