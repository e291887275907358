#pragma once

#include <string>

#include "app/export/plots/plot.h"
#include "app/tuning/sweeps/sweep_file.h"

namespace texelsort::app {

/// One HTML page of a sweep that asks for nothing else: plots, in the reader's theme, rows by rank, refused and wrong
/// ones with their reasons, the machine, the command and what the statistics are. Equal results give equal bytes.
std::string report_page(const SweepResults& results, const PlotStyle& light, const PlotStyle& dark);

}  // namespace texelsort::app
