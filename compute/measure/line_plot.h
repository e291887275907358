#pragma once

#include <string>
#include <vector>

namespace texelsort::measure {

/// Point of a series, with the interval of its y value.
struct PlotPoint {
  double x = 0, y = 0, low = 0, high = 0;
};

struct PlotSeries {
  std::string name;
  std::vector<PlotPoint> points;  ///< points in ascending order of x
};

/// Labelled position on the x axis, drawn as a dashed line.
struct PlotMark {
  double x = 0;
  std::string label;
};

/// Line plot with whiskers, over an x axis of integers and a y axis that starts at 0.
struct LinePlot {
  std::string title, subtitle, x_label, y_label;
  std::vector<PlotSeries> series;
  std::vector<PlotMark> marks;
};

/// Renders a plot as an SVG image for a projector or a page. Each series has a colour from Okabe and Ito's palette, a
/// marker, and its name next to its last point. Throws InternalError for a plot without points.
std::string plot_svg(const LinePlot& plot);

}  // namespace texelsort::measure
