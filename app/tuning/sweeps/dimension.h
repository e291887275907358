#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/tuning/sweeps/sweep_file.h"

namespace texelsort::app {

/// Something in which rows differ: "algorithm", "n", "type", "distribution", "order", "payload", "task", or a
/// parameter.
struct Dimension {
  std::string name;
  std::vector<std::string> values;  ///< numbers in order, then words; more than one
  bool given = false;  ///< part of the problem or of the configuration as it was asked for; else what followed from it
};

/// All in which the rows differ, the problem's first.
std::vector<Dimension> dimensions(std::span<const TrialResult> rows);

/// A row's value of a dimension; empty if it has none.
std::string value_of(const TrialResult& row, std::string_view dimension);

/// The dimension of that name. Throws UsageError with the nearest name if the rows do not differ in it.
Dimension find_dimension(std::span<const TrialResult> rows, const std::string& name);

}  // namespace texelsort::app
