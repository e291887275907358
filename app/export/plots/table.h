#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/export/plots/plot.h"
#include "app/tuning/sweeps/sweep.h"

/// Statistics of the results of a sweep, which plots show.
namespace texelsort::app {

/// Returns the indices of the rows that have all values required by `where`.
std::vector<std::size_t> rows_where(std::span<const TrialResult> rows, const Where& where);

bool any_measured(std::span<const TrialResult> rows, const Where& where);

/// Returns the problem of a row in one line: size, type, distribution, order and payload. Only rows with equal text
/// have comparable times.
std::string problem_text(const TrialResult& row);

/// Returns those properties of a row's problem in which the rows differ, except for n: ", u32, uniform". Returns an
/// empty string if the problems differ at most in n.
std::string other_problem(const TrialResult& row, std::span<const Dimension> differing);

/// Rank of a row among the measured rows of its problem.
struct Standing {
  std::size_t rank = 0;  ///< rank from 1 for the fastest row; 0 if the row is not measured
  double relative = 0;   ///< median time of the row divided by the fastest median time of its problem
  /// Verdict on the row in the ranking of its problem.
  RankVerdict verdict = RankVerdict::unpaired;
};

/// Returns the standing of each row. Rows whose index is not in `kept` have rank 0.
std::vector<Standing> standings(std::span<const TrialResult> rows, std::span<const std::size_t> kept);

/// Returns the number of different problems among the rows with indices in `kept`.
std::size_t problem_count(std::span<const TrialResult> rows, std::span<const std::size_t> kept);

/// Returns the influence of a dimension, from 0 to 1. It is the fraction of the variance of log(relative) that the
/// dimension's values explain (eta squared).
double importance(std::span<const TrialResult> rows, std::span<const std::size_t> kept,
                  std::span<const Standing> standing, const Dimension& dimension);

struct WeightedDimension {
  Dimension dimension;
  double weight = 0;  ///< influence of the dimension on the time, from 0 to 1
};

/// Returns the dimensions of the rows with their influence, the most influential dimension first.
std::vector<WeightedDimension> by_importance(std::span<const TrialResult> rows, std::span<const std::size_t> kept,
                                             std::span<const Standing> standing);

/// Returns the text of a row's tooltip, with line breaks.
std::string row_text(const TrialResult& row, const Standing& standing);

/// Returns a ratio as text, for example "1.31×".
std::string times_text(double ratio);

/// Returns the quantile of sorted values at the fraction `share`, from 0 to 1. Interpolates linearly between two
/// values.
double quantile(std::span<const double> sorted, double share);

}  // namespace texelsort::app
