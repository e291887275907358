#pragma once

#include <string>
#include <string_view>

#include "app/export/plots/plot.h"
#include "app/export/plots/scale.h"

namespace texelsort::app {

enum class Side : std::uint8_t { left, middle, right };
enum class Marker : std::uint8_t { circle, square, triangle, diamond };

/// What plots draw with: shapes and lines of text on a Plot that grows.
class Canvas {
 public:
  /// With the title, and a line below it, on top. `height` 0: the style's.
  Canvas(const PlotStyle& style, const std::string& title, const std::string& subtitle, float height = 0);

  const PlotStyle& style() const { return style_; }
  float em() const { return style_.em; }
  float width() const { return plot_.drawing.width; }
  float height() const { return plot_.drawing.height; }
  float top() const { return top_; }  ///< below the titles

  float text_width(std::string_view text, Face face = Face::regular) const;

  void fill(const Area& area, const Colour& colour);
  void polygon(std::vector<Point> points, const Colour& colour);
  void line(std::vector<Point> points, float width, const Colour& colour, bool closed = false);
  void frame(const Area& area, float width, const Colour& colour);
  /// Lines from the lower left to the upper right.
  void hatch(const Area& area, const Colour& colour);
  void cross(const Area& area, const Colour& colour);
  void marker(Marker marker, Point at, float radius, const Colour& colour);

  /// One line of text around `middle`, shortened to `room` if that is above 0. A text of which nothing fits is left
  /// out.
  void text(Point at, Side side, std::string_view text, const Colour& colour, float room = 0,
            Face face = Face::regular);
  /// Wrapped at spaces; the height that it took. At most `lines`, the last one shortened.
  float paragraph(Point at, std::string_view text, const Colour& colour, float room, std::size_t lines);

  void hit(Hit hit) { plot_.hits.push_back(std::move(hit)); }

  /// What is drawn from here on is cut at the area; nothing ends that.
  void clip(std::optional<Area> area) { clip_ = area; }

  Plot& plot() { return plot_; }

 private:
  void add(Shape shape);
  void add_text(Point at, Side side, std::string_view shown, std::string_view whole, const Colour& colour, float em,
                Face face);
  std::string shortened(std::string_view text, float room, float em, Face face) const;
  float measured(std::string_view text, float em, Face face) const;

  const PlotStyle& style_;
  Plot plot_;
  float top_ = 0;
  std::optional<Area> clip_;
};

/// An axis with numbers: rules across the area, and their values left of it or below it.
struct AxisLook {
  ValueSpan span;
  bool log = false;
  Quantity quantity = Quantity::milliseconds;
  std::string name;
};

/// Lays out an area between two such axes, with `legend` pixels free at the right, and draws them.
Area draw_axes(Canvas& canvas, const AxisLook& x, const AxisLook& y, float legend);

/// Draws one horizontal axis below an area whose rows are something else than numbers.
AxisScale draw_x_axis(Canvas& canvas, const Area& inside, const AxisLook& x);

/// The height that draw_x_axis() needs below the area.
float x_axis_height(const Canvas& canvas);

Colour mixed(const Colour& from, const Colour& to, double amount);
/// At 0 to 1 of evenly spaced colours.
Colour colour_between(const std::vector<Colour>& scale, double unit);
/// Black or white, whichever reads better.
Colour readable_on(const Colour& back);
Colour faded(const Colour& colour, double alpha);

/// A picture that says why there is nothing to see.
Plot empty_plot(const PlotStyle& style, const std::string& title, const std::string& reason);

}  // namespace texelsort::app
