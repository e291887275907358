#pragma once

#include <string>
#include <string_view>

#include "app/export/plots/plot.h"
#include "app/export/plots/scale.h"

namespace texelsort::app {

enum class Side : std::uint8_t { left, middle, right };
enum class Marker : std::uint8_t { circle, square, triangle, diamond };

/// Drawing surface that adds shapes and lines of text to a Plot.
class Canvas {
 public:
  /// Begins a plot with a title and a subtitle below it. `height` is the height of the picture in pixels. If it is 0,
  /// the height is that of `style`.
  Canvas(const PlotStyle& style, const std::string& title, const std::string& subtitle, float height = 0);

  const PlotStyle& style() const { return style_; }
  float em() const { return style_.em; }
  float width() const { return plot_.drawing.width; }
  float height() const { return plot_.drawing.height; }
  float top() const { return top_; }  ///< y in pixels below the title and the subtitle, where the plot begins

  float text_width(std::string_view text, Face face = Face::regular) const;

  void fill(const Area& area, const Colour& colour);
  void polygon(std::vector<Point> points, const Colour& colour);
  void line(std::vector<Point> points, float width, const Colour& colour, bool closed = false);
  void frame(const Area& area, float width, const Colour& colour);
  /// Fills an area with parallel lines that rise from left to right.
  void hatch(const Area& area, const Colour& colour);
  void cross(const Area& area, const Colour& colour);
  void marker(Marker marker, Point at, float radius, const Colour& colour);

  /// Draws one line of text at `at`. If `room` is above 0, shortens the text to `room` pixels, or omits it if even a
  /// shortened text is too wide.
  void text(Point at, Side side, std::string_view text, const Colour& colour, float room = 0,
            Face face = Face::regular);
  /// Draws text wrapped at spaces in at most `lines` lines, and shortens the last line if necessary. Returns the height
  /// of the lines in pixels.
  float paragraph(Point at, std::string_view text, const Colour& colour, float room, std::size_t lines);

  void hit(Hit hit) { plot_.hits.push_back(std::move(hit)); }

  /// Clips all shapes that are drawn later to an area. An empty `area` ends the clipping.
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

/// Appearance of a numeric axis: rules across the plot's area, with values to the left of the area or below it.
struct AxisLook {
  ValueSpan span;
  bool log = false;
  Quantity quantity = Quantity::milliseconds;
  std::string name;
};

/// Lays out the area between two axes and draws the axes. Leaves `legend` pixels free to the right of the area.
Area draw_axes(Canvas& canvas, const AxisLook& x, const AxisLook& y, float legend);

/// Draws a horizontal axis below an area whose rows are not numeric.
AxisScale draw_x_axis(Canvas& canvas, const Area& inside, const AxisLook& x);

/// Returns the height in pixels that draw_x_axis() needs below the plot's area.
float x_axis_height(const Canvas& canvas);

Colour mixed(const Colour& from, const Colour& to, double amount);
/// Returns the colour at position `unit`, from 0 to 1, on a scale of evenly spaced colours.
Colour colour_between(const std::vector<Colour>& scale, double unit);
/// Returns black or white, whichever has more contrast with the background `back`.
Colour readable_on(const Colour& back);
Colour faded(const Colour& colour, double alpha);

/// Returns a picture that contains only a title and the reason why there is no plot.
Plot empty_plot(const PlotStyle& style, const std::string& title, const std::string& reason);

}  // namespace texelsort::app
