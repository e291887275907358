#pragma once

#include <string>

#include "app/export/plots/plot.h"
#include "app/external/external_picture.h"
#include "compute/external/external_sort.h"

/// Pictures of a sort of files: while it works, from its report or from its plan.
namespace texelsort::app {

/// The tasks of both phases as boxes in the order in which records pass them, with the queues between them.
Plot external_pipeline(const external::SortReport& report, const std::string& title, const PlotStyle& style);

/// For each phase the share of its time in which the busier of reading and writing works: at 100 % it goes as fast as
/// storage does. Beside the figures that the slides give for GPUTeraSort.
Plot external_efficiency(const external::SortReport& report, const std::string& title, const PlotStyle& style);

/// The runs, and which of them each merge takes; what is done is filled.
Plot external_merge_tree(const external::SortReport& report, const std::string& title, const PlotStyle& style);

/// Salzberg's rule R = sqrt(T N) for several T, with the runs of this sort, what memory has room for, and the slides'
/// example.
Plot external_salzberg(const external::SortReport& report, const std::string& title, const PlotStyle& style);

Plot external_plot(ExternalPicture picture, const external::SortReport& report, const std::string& title,
                   const PlotStyle& style);

}  // namespace texelsort::app
