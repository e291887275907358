#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/export/plots/plot.h"

/// Statistics of rows for plots.
namespace texelsort::app {

/// Returns the indices of the rows that have the required values.
std::vector<std::size_t> rows_where(std::span<const TrialResult> rows, const Where& where);

bool any_measured(std::span<const TrialResult> rows, const Where& where);

/// Returns the problem of a row in one line: size, type, distribution, order and payload. Rows with equal text are
/// comparable.
std::string problem_text(const TrialResult& row);

/// Returns those properties of a row's problem, except n, that differ between rows: ", u32, uniform". Empty if none
/// differ.
std::string other_problem(const TrialResult& row, std::span<const Dimension> differing);

/// Rank of a measured row among the rows of its problem.
struct Standing {
  std::size_t rank = 0;  ///< rank, 1 for the fastest; 0 if not measured
  double relative = 0;   ///< row's median time over the fastest median time
};

/// Returns one standing per row. Rows outside `kept` have rank 0.
std::vector<Standing> standings(std::span<const TrialResult> rows, std::span<const std::size_t> kept);

/// Returns the number of different problems.
std::size_t problem_count(std::span<const TrialResult> rows, std::span<const std::size_t> kept);

/// Returns the influence of a dimension: the fraction of the variance of log(relative) that it explains, 0 to 1 (eta
/// squared).
double importance(std::span<const TrialResult> rows, std::span<const std::size_t> kept,
                  std::span<const Standing> standing, const Dimension& dimension);

struct WeightedDimension {
  Dimension dimension;
  double weight = 0;  ///< influence, from importance()
};

/// Returns the given dimensions with their influence, the most influential first.
std::vector<WeightedDimension> by_importance(std::span<const TrialResult> rows, std::span<const std::size_t> kept,
                                             std::span<const Standing> standing);

/// Returns the text of a row's tooltip, with line breaks.
std::string row_text(const TrialResult& row, const Standing& standing);

/// Returns a ratio as text, for example "1.31×".
std::string times_text(double ratio);

/// Returns the quantile of sorted values at the fraction `share`, 0 to 1. Interpolates linearly.
double quantile(std::span<const double> sorted, double share);

}  // namespace texelsort::app
