#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/export/plots/plot.h"
#include "app/tuning/sweeps/expression.h"
#include "app/tuning/sweeps/sweep_file.h"

namespace texelsort::app {

/// Dimensions of a pivot table: each cell shows a value of the fastest row with these two values.
struct Pivot {
  std::string rows, columns;
  std::optional<Expression> value{};  ///< value over the columns of `export csv`; if unset, the median time in ms
};

/// Returns a self-contained HTML page about a sweep. The page contains plots in the reader's theme, pivot tables,
/// ranked rows, and rejected and wrong configurations with reasons. Machine, command line and definitions of the
/// statistics follow. Equal results give equal bytes. Without `pivots`, one pivot table shows the two most influential
/// dimensions. Throws UsageError for unknown names.
std::string report_page(const SweepResults& results, const PlotStyle& light, const PlotStyle& dark,
                        std::vector<Pivot> pivots = {});

}  // namespace texelsort::app
