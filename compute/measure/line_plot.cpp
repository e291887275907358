#include "compute/measure/line_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/format/svg_writer.h"

namespace texelsort::measure {
namespace {

// Okabe and Ito's palette without yellow, which is too faint on white.
constexpr std::array colours{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"};
constexpr const char* ink = "#24292F";
constexpr const char* faint_ink = "#57606A";
constexpr const char* grid = "#D8DEE4";

constexpr double width = 1120, height = 630;
constexpr double left = 104, right = 930, top = 134, bottom = 536;
constexpr int font = 20, small_font = 17;

/// Returns the distance between ticks on an axis, which is 1, 2 or 5 times a power of ten. At most `ticks` steps of
/// this length reach the value `most`.
double tick_step(double most, int ticks) {
  const double power = std::pow(10, std::floor(std::log10(most / ticks)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (most <= factor * power * ticks) return factor * power;
  }
  return 10 * power;
}

class Svg {
 public:
  explicit Svg(const LinePlot& plot) : plot_(plot) {
    double highest = 0, tallest_whisker = 0;
    first_x_ = std::numeric_limits<double>::max();
    last_x_ = std::numeric_limits<double>::lowest();
    for (const PlotSeries& series : plot.series) {
      for (const PlotPoint& point : series.points) {
        first_x_ = std::min(first_x_, point.x);
        last_x_ = std::max(last_x_, point.x);
        highest = std::max(highest, point.y);
        tallest_whisker = std::max(tallest_whisker, point.high);
      }
    }
    if (first_x_ > last_x_) throw InternalError("a plot without points");
    if (first_x_ == last_x_) last_x_ = first_x_ + 1;
    // Cut off a whisker that is much longer than the rest, because it would flatten all lines.
    const double most = std::max(std::min(tallest_whisker, 1.3 * highest), std::numeric_limits<double>::min());
    y_step_ = tick_step(most, 6);
    top_value_ = y_step_ * std::ceil(most / y_step_);
  }

  std::string document() {
    svg_.start_document(width, height, plot_.title, plot_.subtitle);
    draw_text(left, 42, 26, "start", ink, plot_.title);
    draw_text(left, 70, small_font, "start", faint_ink, plot_.subtitle);
    draw_axes();
    draw_marks();
    const std::vector<double> label_y = label_places();
    for (std::size_t i = 0; i < plot_.series.size(); ++i) draw_series(i, label_y[i]);
    svg_.end();
    return svg_.text();
  }

 private:
  double x_of(double x) const { return left + 12 + (x - first_x_) / (last_x_ - first_x_) * (right - left - 24); }
  double y_of(double y) const { return bottom - std::clamp(y / top_value_, 0.0, 1.0) * (bottom - top); }

  void draw_text(double x, double y, int size, const char* anchor, const char* colour, const std::string& words) {
    svg_.words("text", words, "x y font-size text-anchor fill", x, y, size, anchor, colour);
  }

  void draw_line(double x1, double y1, double x2, double y2, const char* colour, const char* thickness,
                 const char* dashes = "") {
    svg_.element("line", "x1 y1 x2 y2 stroke stroke-width stroke-dasharray", x1, y1, x2, y2, colour, thickness, dashes);
  }

  void draw_axes() {
    for (int i = 0; i * y_step_ <= top_value_ * 1.0001; ++i) {
      const double value = i * y_step_;
      draw_line(left, y_of(value), right, y_of(value), grid, "1");
      draw_text(left - 12, y_of(value) + 6, small_font, "end", ink, fmt::format("{:.6g}", value));
    }
    // Draw a tick at every integer x, or fewer if labels would overlap.
    const double step = tick_step(std::max(last_x_ - first_x_, 1.0), 25);
    for (double x = std::ceil(first_x_); x <= last_x_; x += std::max(1.0, step)) {
      draw_line(x_of(x), bottom, x_of(x), bottom + 7, ink, "1.5");
      draw_text(x_of(x), bottom + 27, small_font, "middle", ink, fmt::format("{:.6g}", x));
    }
    draw_line(left, bottom, right, bottom, ink, "1.5");
    draw_text((left + right) / 2, bottom + 64, font, "middle", ink, plot_.x_label);
    constexpr double middle = (top + bottom) / 2;
    svg_.words("text", plot_.y_label, "x y transform font-size text-anchor fill", 34, middle,
               fmt::format("rotate(-90 34 {:.1f})", middle), font, "middle", ink);
  }

  /// Draws the labelled x positions as dashed lines. Their labels are in two rows if they would overlap in one row.
  void draw_marks() {
    std::vector<PlotMark> in_order = plot_.marks;
    std::ranges::sort(in_order, {}, &PlotMark::x);
    double taken = 0;  // x position where the last label in the lower row ends
    for (const PlotMark& mark : in_order) {
      const double x = x_of(mark.x), half = 0.3 * small_font * static_cast<double>(mark.label.size());
      const bool raised = x - half < taken;
      const double foot = raised ? top - 28 : top - 6;
      draw_line(x, foot, x, bottom, faint_ink, "1.5", "5 5");
      draw_text(x, foot - 5, small_font, "middle", faint_ink, mark.label);
      if (!raised) taken = x + half;
    }
  }

  /// Returns the y positions of the names of all series. Names are next to the last points and do not overlap.
  std::vector<double> label_places() const {
    std::vector<std::size_t> order(plot_.series.size());
    std::vector<double> places(plot_.series.size(), bottom);
    for (std::size_t i = 0; i < order.size(); ++i) {
      order[i] = i;
      if (!plot_.series[i].points.empty()) places[i] = y_of(plot_.series[i].points.back().y);
    }
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return places[a] > places[b]; });
    constexpr double apart = 26;
    for (std::size_t i = 1; i < order.size(); ++i) {
      places[order[i]] = std::min(places[order[i]], places[order[i - 1]] - apart);
    }
    return places;
  }

  void draw_marker(std::size_t series, double x, double y) {
    constexpr double r = 5.5;
    switch (series % 3) {
      case 0:
        return svg_.element("circle", "cx cy r", x, y, r);
      case 1:
        return svg_.element("rect", "x y width height", x - r, y - r, 11, 11);
      default:
        return svg_.element("path", "d",
                            fmt::format("M{:.1f} {:.1f}l{} {}h{}z", x, y - 1.3 * r, 1.2 * r, 2.2 * r, -2.4 * r));
    }
  }

  void draw_series(std::size_t index, double label_y) {
    const PlotSeries& series = plot_.series[index];
    const char* colour = colours[index % colours.size()];
    std::string line;
    for (const PlotPoint& point : series.points) {
      line += fmt::format("{}{:.1f} {:.1f}", line.empty() ? "M" : "L", x_of(point.x), y_of(point.y));
    }
    svg_.start("g", "class stroke fill", "series", colour, colour);
    svg_.words("title", series.name, "");
    svg_.element("path", "class d fill stroke-width", "line", line, "none", 3);
    for (const PlotPoint& point : series.points) {
      const double x = x_of(point.x);
      svg_.element("path", "class d stroke-width", "interval",
                   fmt::format("M{0:.1f} {1:.1f}V{2:.1f}M{3:.1f} {1:.1f}h10M{3:.1f} {2:.1f}h10", x, y_of(point.low),
                               y_of(point.high), x - 5),
                   2);
      draw_marker(index, x, y_of(point.y));
    }
    svg_.end();
    svg_.start("g", "fill stroke", colour, colour);
    draw_marker(index, right + 22, label_y);
    svg_.end();
    draw_text(right + 38, label_y + 7, font, "start", colour, series.name);
  }

  const LinePlot& plot_;
  double first_x_ = 0, last_x_ = 1, top_value_ = 1, y_step_ = 1;
  data::SvgWriter svg_;
};

}  // namespace

std::string plot_svg(const LinePlot& plot) {
  return Svg(plot).document();
}

}  // namespace texelsort::measure
