#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/export/plots/plot.h"

/// What plots find out about rows before they draw them.
namespace texelsort::app {

/// Indices of rows with those values.
std::vector<std::size_t> rows_where(std::span<const TrialResult> rows, const Where& where);

bool any_measured(std::span<const TrialResult> rows, const Where& where);

/// Size, type, distribution, order and payload in one line: rows with the same one can be compared.
std::string problem_text(const TrialResult& row);

/// The parts of its problem, besides n, that others do not share: ", u32, uniform"; empty if nothing differs.
std::string other_problem(const TrialResult& row, std::span<const Dimension> differing);

/// How a measured row does among those of its problem.
struct Standing {
  std::size_t rank = 0;  ///< 1 is the fastest; 0: it was not measured
  double relative = 0;   ///< its median over the fastest one's
};

/// One for every row; rows that are not among `kept` have none.
std::vector<Standing> standings(std::span<const TrialResult> rows, std::span<const std::size_t> kept);

/// How many problems these rows have.
std::size_t problem_count(std::span<const TrialResult> rows, std::span<const std::size_t> kept);

/// The share of the variance of log(relative) that lies between the values of a dimension, 0 to 1 (eta squared).
double importance(std::span<const TrialResult> rows, std::span<const std::size_t> kept,
                  std::span<const Standing> standing, const Dimension& dimension);

struct WeightedDimension {
  Dimension dimension;
  double weight = 0;  ///< importance()
};

/// Dimensions that were asked for, the most important first.
std::vector<WeightedDimension> by_importance(std::span<const TrialResult> rows, std::span<const std::size_t> kept,
                                             std::span<const Standing> standing);

/// The lines of a tooltip.
std::string row_text(const TrialResult& row, const Standing& standing);

/// "1.31×".
std::string times_text(double ratio);

/// The value below which a share of the sorted values lies, linear between them.
double quantile(std::span<const double> sorted, double share);

}  // namespace texelsort::app
