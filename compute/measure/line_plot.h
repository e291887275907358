#pragma once

#include <string>
#include <vector>

namespace texelsort::measure {

/// Value with its interval.
struct PlotPoint {
  double x = 0, y = 0, low = 0, high = 0;
};

struct PlotSeries {
  std::string name;
  std::vector<PlotPoint> points;  ///< by ascending x
};

/// Labelled position on the x axis.
struct PlotMark {
  double x = 0;
  std::string label;
};

/// Lines with whiskers over an integer x axis and a y axis that starts at 0.
struct LinePlot {
  std::string title, subtitle, x_label, y_label;
  std::vector<PlotSeries> series;
  std::vector<PlotMark> marks;
};

/// Renders an SVG image for a projector or a page. Every series has a colour (Okabe and Ito's palette), a marker, and
/// its name at its end. Throws InternalError for a plot without points.
std::string plot_svg(const LinePlot& plot);

}  // namespace texelsort::measure
