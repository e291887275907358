#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/export/plots/plot.h"

/// Statistics of rows for plots.
namespace texelsort::app {

/// Returns the indices of the rows with these values.
std::vector<std::size_t> rows_where(std::span<const TrialResult> rows, const Where& where);

bool any_measured(std::span<const TrialResult> rows, const Where& where);

/// Returns size, type, distribution, order and payload in one line. Rows are comparable if it is equal.
std::string problem_text(const TrialResult& row);

/// Returns the differing properties of a row's problem except n: ", u32, uniform". Empty if nothing differs.
std::string other_problem(const TrialResult& row, std::span<const Dimension> differing);

/// Result of a measured row among the rows of its problem.
struct Standing {
  std::size_t rank = 0;  ///< 1 is the fastest; 0 if not measured
  double relative = 0;   ///< its median over the fastest median
};

/// Returns one standing per row. Rows outside `kept` have rank 0.
std::vector<Standing> standings(std::span<const TrialResult> rows, std::span<const std::size_t> kept);

/// Returns the number of different problems.
std::size_t problem_count(std::span<const TrialResult> rows, std::span<const std::size_t> kept);

/// Returns the fraction of the variance of log(relative) that a dimension explains, 0 to 1 (eta squared).
double importance(std::span<const TrialResult> rows, std::span<const std::size_t> kept,
                  std::span<const Standing> standing, const Dimension& dimension);

struct WeightedDimension {
  Dimension dimension;
  double weight = 0;  ///< importance()
};

/// Returns the given dimensions, the most important first.
std::vector<WeightedDimension> by_importance(std::span<const TrialResult> rows, std::span<const std::size_t> kept,
                                             std::span<const Standing> standing);

/// Returns the text of a tooltip, with line breaks.
std::string row_text(const TrialResult& row, const Standing& standing);

/// Returns for example "1.31×".
std::string times_text(double ratio);

/// Returns the quantile of sorted values, interpolated linearly. `share`: 0 to 1.
double quantile(std::span<const double> sorted, double share);

}  // namespace texelsort::app
