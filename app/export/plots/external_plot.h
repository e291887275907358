#pragma once

#include <string>

#include "app/export/plots/plot.h"
#include "app/external/external_picture.h"
#include "compute/external/external_sort.h"

/// Pictures of an external sort that is planned, is running, or has ended.
namespace texelsort::app {

/// Draws the tasks of both phases of an external sort as boxes, in the order of the data flow, with queues between
/// them.
Plot external_pipeline(const external::SortReport& report, const std::string& title, const PlotStyle& style);

/// Draws the I/O efficiency of the sort, external::io_efficiency(). At 100 %, storage limits the speed. For comparison,
/// also draws the values of GPUTeraSort that the slides cite.
Plot external_efficiency(const external::SortReport& report, const std::string& title, const PlotStyle& style);

/// Draws the merge tree of an external sort: the runs and the inputs of each merge. Finished parts are filled.
Plot external_merge_tree(const external::SortReport& report, const std::string& title, const PlotStyle& style);

/// Draws curves of Salzberg's rule for the run size, R = sqrt(T N), for several read sizes T. Marks the run size of
/// this sort, the memory limit, and the example of the slides.
Plot external_salzberg(const external::SortReport& report, const std::string& title, const PlotStyle& style);

Plot external_plot(ExternalPicture picture, const external::SortReport& report, const std::string& title,
                   const PlotStyle& style);

}  // namespace texelsort::app
