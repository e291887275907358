#pragma once

#include <string>

#include "app/export/plots/plot.h"
#include "app/tuning/sweeps/sweep_file.h"

namespace texelsort::app {

/// Returns a self-contained HTML page of a sweep: plots in the reader's theme, ranked rows, rejected and wrong
/// configurations with reasons, the machine, the command, and definitions of the statistics. Equal results give equal
/// bytes.
std::string report_page(const SweepResults& results, const PlotStyle& light, const PlotStyle& dark);

}  // namespace texelsort::app
