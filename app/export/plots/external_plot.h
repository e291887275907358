#pragma once

#include <string>

#include "app/export/plots/plot.h"
#include "app/external/external_picture.h"
#include "compute/external/external_sort.h"

/// Pictures of an external sort that is planned, is running, or has ended.
namespace texelsort::app {

/// Draws the tasks of both phases as boxes in the order of the data flow, with the queues between them.
Plot external_pipeline(const external::SortReport& report, const std::string& title, const PlotStyle& style);

/// Draws for each phase the fraction of its time during which the busier of reading and writing works. At 100 %,
/// storage limits the speed. Also shows the figures that the slides give for GPUTeraSort.
Plot external_efficiency(const external::SortReport& report, const std::string& title, const PlotStyle& style);

/// Draws the runs and the inputs of each merge. Finished parts are filled.
Plot external_merge_tree(const external::SortReport& report, const std::string& title, const PlotStyle& style);

/// Draws Salzberg's rule R = sqrt(T N) for several T, with the runs of this sort, the memory limit, and the slides'
/// example.
Plot external_salzberg(const external::SortReport& report, const std::string& title, const PlotStyle& style);

Plot external_plot(ExternalPicture picture, const external::SortReport& report, const std::string& title,
                   const PlotStyle& style);

}  // namespace texelsort::app
