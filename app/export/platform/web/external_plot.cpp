#include "app/export/plots/external_plot.h"

#include "compute/data/error.h"

namespace texelsort::app {

Plot external_plot(ExternalPicture, const external::SortReport&, const std::string&, const PlotStyle&) {
  throw UnavailableError("pictures of file sorts need the desktop program, because a web page has no access to files");
}

}  // namespace texelsort::app
