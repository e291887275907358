#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/tuning/sweeps/sweep_file.h"

namespace texelsort::app {

/// A property in which rows differ: "algorithm", "n", "type", "distribution", "order", "payload", "task", or a
/// parameter.
struct Dimension {
  std::string name;
  std::vector<std::string> values;  ///< distinct values of the rows: sorted numbers, then words; at least two
  bool given = false;               ///< true if part of the problem or of the requested configuration, false if derived
};

/// Returns all properties in which the rows differ, those of the problem first.
std::vector<Dimension> dimensions(std::span<const TrialResult> rows);

/// Returns a row's value of a dimension. Empty if it has none.
std::string value_of(const TrialResult& row, std::string_view dimension);

/// Returns the dimension with this name. Throws UsageError with the nearest name if the rows do not differ in it.
Dimension find_dimension(std::span<const TrialResult> rows, const std::string& name);

}  // namespace texelsort::app
