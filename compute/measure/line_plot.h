#pragma once

#include <string>
#include <vector>

namespace texelsort::measure {

/// A value with its interval.
struct PlotPoint {
  double x = 0, y = 0, low = 0, high = 0;
};

struct PlotSeries {
  std::string name;
  std::vector<PlotPoint> points;  ///< by ascending x
};

/// A place on the x axis that means something.
struct PlotMark {
  double x = 0;
  std::string label;
};

/// Lines with whiskers over an x axis of whole numbers and a y axis from 0.
struct LinePlot {
  std::string title, subtitle, x_label, y_label;
  std::vector<PlotSeries> series;
  std::vector<PlotMark> marks;
};

/// A picture for a projector or a page: every series has a colour (Okabe and Ito's), a marker and its name at its end.
/// Throws InternalError for a plot without points.
std::string plot_svg(const LinePlot& plot);

}  // namespace texelsort::measure
