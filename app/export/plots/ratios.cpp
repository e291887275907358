#include <algorithm>
#include <array>

#include "app/export/plots/canvas.h"
#include "app/export/plots/legend.h"

namespace texelsort::app {

namespace {

constexpr std::size_t lines_of_name = 3;

/// Height in ems of one line of the text that names a row.
constexpr float ems_of_line = 1.5f;

/// Returns the range of all expected and measured ratios, extended to include 1.
ValueSpan ratios_shown(std::span<const RatioRow> rows) {
  ValueSpan span{1, 1};
  const auto take = [&span](double low, double high) { span = {std::min(span.low, low), std::max(span.high, high)}; };
  for (const RatioRow& row : rows) {
    if (row.expected) take(row.expected->low, row.expected->high);
    for (const RatioRow::Mark& mark : row.marks) take(mark.low, mark.high);
  }
  return span;
}

float row_height(const RatioRow& row, float em) {
  return std::max(static_cast<float>(lines_of_name) * ems_of_line * em,
                  (static_cast<float>(row.marks.size()) + 1) * 0.8f * em) +
         0.6f * em;
}

class RatioDrawing {
 public:
  RatioDrawing(Canvas& canvas, const Area& inside, const AxisScale& x, const std::vector<LegendEntry>& entries)
      : canvas_(canvas), inside_(inside), x_(x), entries_(entries) {}

  void draw(const RatioRow& row, const Area& area) {
    const float em = canvas_.em();
    const PlotStyle& style = canvas_.style();
    canvas_.clip({});
    canvas_.paragraph({em, area.top + 0.9f * em}, row.name, style.text, inside_.left - 2 * em, lines_of_name);
    canvas_.line({{em, area.bottom}, {inside_.right, area.bottom}}, 1, style.line);
    canvas_.clip(inside_);
    if (row.expected && !row.marks.empty()) {
      const float left = x_.place(row.expected->low), right = x_.place(row.expected->high), middle = (left + right) / 2;
      const float half = std::max((right - left) / 2, 0.16f * em);
      canvas_.fill({middle - half, area.top + 0.3f * em, middle + half, area.bottom - 0.3f * em},
                   mixed(style.background, style.dim, 0.45));
    }
    if (row.marks.empty()) {
      canvas_.text({inside_.left + 0.6f * em, (area.top + area.bottom) / 2}, Side::left, row.without, style.dim,
                   inside_.right - inside_.left - em);
    }
    const float step = (area.bottom - area.top) / (static_cast<float>(row.marks.size()) + 1);
    float y = area.top;
    for (const RatioRow::Mark& mark : row.marks) {
      y += step;
      draw(mark, y);
    }
  }

 private:
  void draw(const RatioRow::Mark& mark, float y) {
    const float em = canvas_.em();
    const LegendEntry& entry = entries_.at(mark.series);
    const Point at{x_.place(mark.estimate), y};
    canvas_.line({{x_.place(mark.low), y}, {x_.place(mark.high), y}}, 0.18f * em, entry.colour);
    canvas_.marker(entry.marker, at, 0.34f * em, entry.colour);
    canvas_.hit({.area = {at.x - 0.5f * em, y - 0.4f * em, at.x + 0.5f * em, y + 0.4f * em}, .text = mark.text});
  }

  Canvas& canvas_;
  Area inside_;
  AxisScale x_;
  const std::vector<LegendEntry>& entries_;
};

std::vector<LegendEntry> ratio_legend(const RatiosOptions& options, const PlotStyle& style) {
  constexpr std::array shapes{Marker::circle, Marker::square, Marker::triangle, Marker::diamond};
  std::vector<LegendEntry> entries;
  for (const std::string& name : options.series) {
    entries.push_back(
        {name, style.series[entries.size() % style.series.size()], shapes.at(entries.size() % shapes.size())});
  }
  return entries;
}

}  // namespace

Plot ratio_plot(std::span<const RatioRow> rows, const RatiosOptions& options, const PlotStyle& style) {
  if (rows.empty()) return empty_plot(style, options.title, "no comparisons");
  const float em = style.em;
  float height = 8 * em;
  for (const RatioRow& row : rows) height += row_height(row, em);
  Canvas canvas(style, options.title,
                options.expected.empty() ? "lines: 95 % intervals of the ratio"
                                         : "grey: " + options.expected + "; lines: 95 % intervals",
                height);
  const auto entries = ratio_legend(options, style);
  const ValueSpan span = ratios_shown(rows);
  Area inside{0.42f * canvas.width(), canvas.top(), canvas.width() - em - legend_width(canvas, entries), canvas.top()};
  for (const RatioRow& row : rows) inside.bottom += row_height(row, em);
  const AxisScale x =
      draw_x_axis(canvas, inside, {roomy(span.low, span.high, true), true, Quantity::ratio, options.axis});
  canvas.plot().inside = inside;
  draw_legend(canvas, inside, entries);
  canvas.line({{x.place(1), inside.top}, {x.place(1), inside.bottom}}, 0.16f * em, style.accent);
  RatioDrawing drawing(canvas, inside, x, entries);
  float top = inside.top;
  for (const RatioRow& row : rows) {
    drawing.draw(row, {inside.left, top, inside.right, top + row_height(row, em)});
    top += row_height(row, em);
  }
  return std::move(canvas.plot());
}

}  // namespace texelsort::app
