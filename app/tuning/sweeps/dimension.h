#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/tuning/sweeps/sweep_file.h"

namespace texelsort::app {

/// A property in which the rows of a sweep differ: "algorithm", "n", "type", "distribution", "order", "payload",
/// "task", or a parameter.
struct Dimension {
  std::string name;
  std::vector<std::string> values;  ///< two or more distinct values of the rows: sorted numbers, then words
  bool given = false;               ///< true if the user or the problem sets the value, false if texelsort derives it
};

/// Returns all properties in which the rows differ. The properties of the problem come first.
std::vector<Dimension> dimensions(std::span<const TrialResult> rows);

/// Returns a row's value of a dimension, or an empty string if the row has no such value.
std::string value_of(const TrialResult& row, std::string_view dimension);

/// Returns the dimension that is called `name`. If the rows do not differ in it, throws UsageError, which suggests the
/// nearest name.
Dimension find_dimension(std::span<const TrialResult> rows, const std::string& name);

}  // namespace texelsort::app
