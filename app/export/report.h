#pragma once

#include <string>

#include "app/export/plots/plot.h"
#include "app/tuning/sweeps/sweep_file.h"

namespace texelsort::app {

/// Returns a self-contained HTML page about a sweep. The page contains plots in the reader's theme, ranked rows, and
/// rejected and wrong configurations with reasons. Machine, command line and definitions of the statistics follow.
/// Equal results give equal bytes.
std::string report_page(const SweepResults& results, const PlotStyle& light, const PlotStyle& dark);

}  // namespace texelsort::app
