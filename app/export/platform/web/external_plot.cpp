#include "app/export/plots/external_plot.h"

#include "compute/data/error.h"

namespace texelsort::app {

Plot external_plot(ExternalPicture, const external::SortReport&, const std::string&, const PlotStyle&) {
  throw UnavailableError("pictures of sorts of files need the program itself: a page in a browser has no such files");
}

}  // namespace texelsort::app
