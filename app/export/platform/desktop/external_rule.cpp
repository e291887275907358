#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/export/plots/canvas.h"
#include "app/export/plots/external_figures.h"
#include "app/export/plots/external_plot.h"
#include "app/export/plots/legend.h"

namespace texelsort::app {

namespace {

using external::size_text;

/// Numbers of the example on the slide "Salzberg Analysis": N = 100 GB, T = 2 MB, and the run size that the slide
/// prints.
constexpr double slides_n = 100e9, slides_t = 2e6, slides_printed = 230e6;

/// I/O efficiency of GPUTeraSort in percent, from the slide "I/O Performance".
struct SlidesBar {
  const char* name;
  double percent;
};
constexpr std::array slides_bars{SlidesBar{"Pentium IV, runs of 25 MB (slides)", 75},
                                 SlidesBar{"two 3.6 GHz Xeons, 25 MB (slides)", 85},
                                 SlidesBar{"7800 GT, 100 MB (slides)", 92}};

/// Curve of Salzberg's rule R = sqrt(T N) for one read size T.
struct RuleLine {
  double read;
  std::string name;
  bool own = false;
};

std::vector<RuleLine> rule_lines(const external::Plan& plan) {
  std::vector<RuleLine> lines{{64.0 * 1024, "T = 64 KiB"}, {slides_t, "T = 2 MB"}, {16e6, "T = 16 MB"}};
  const auto own = static_cast<double>(plan.salzberg_read > 0 ? plan.salzberg_read : plan.read_bytes);
  if (own > 0) {
    std::erase_if(lines, [own](const RuleLine& line) { return std::abs(std::log(line.read / own)) < 0.1; });
    lines.push_back({own, fmt::format("T = {}, here", size_text(own)), true});
  }
  std::ranges::sort(lines, {}, &RuleLine::read);
  return lines;
}

/// Returns the colour of the curve for one read size. The curve of this sort's read size has the same colour as this
/// sort's point. Other curves have shades of one colour.
Colour colour_of(const PlotStyle& style, const std::vector<RuleLine>& lines, std::size_t i) {
  if (lines[i].own) return style.accent;
  const double away = static_cast<double>(i) / static_cast<double>(lines.size());
  return mixed(style.series.front(), style.text, 0.6 * away);
}

/// Draws a marker at `n` keys and a run size of `run`, with a text next to it.
void mark(Canvas& canvas, Marker marker, double n, double run, const Colour& colour, const std::string& text) {
  const float em = canvas.em();
  const Point at{canvas.plot().x->place(n), canvas.plot().y->place(run)};
  canvas.marker(marker, at, 0.5f * em, colour);
  canvas.hit({.area = {at.x - 0.7f * em, at.y - 0.7f * em, at.x + 0.7f * em, at.y + 0.7f * em},
              .text = fmt::format("{}\nN = {}, R = {}", text, size_text(n), size_text(run))});
}

double input_of(const external::SortReport& report) {
  return static_cast<double>(report.plan.input_bytes > 0 ? report.plan.input_bytes : report.bytes);
}

}  // namespace

Plot external_salzberg(const external::SortReport& report, const std::string& title, const PlotStyle& style) {
  const external::Plan& plan = report.plan;
  if (plan.run_bytes == 0) return empty_plot(style, title, "the report contains no plan");
  const double n = input_of(report), run = static_cast<double>(plan.run_bytes),
               room = static_cast<double>(plan.largest_run);
  // Draw the slides' example in another colour than this sort's point.
  const Colour printed = style.series[2];
  const double slides_run = external::salzberg_run(slides_t, slides_n);
  const auto lines = rule_lines(plan);
  ValueSpan x{n > 0 ? std::min(n, slides_n) : 1e9, std::max(n, slides_n)};
  ValueSpan y{std::min({run, room, external::salzberg_run(lines.front().read, x.low)}),
              std::max({run, room, external::salzberg_run(lines.back().read, x.high)})};
  x = {x.low / 4, x.high * 4};
  std::vector<LegendEntry> legend;
  for (std::size_t i = lines.size(); i-- > 0;) {
    legend.push_back({lines[i].name, colour_of(style, lines, i), Marker::square});
  }
  legend.push_back({"limit of memory: " + size_text(room), style.dim, Marker::square});
  if (n > 0) legend.push_back({fmt::format("this sort: R = {}", size_text(run)), style.accent, Marker::circle});
  legend.push_back({fmt::format("the slides' example: {}", size_text(slides_run)), style.text, Marker::diamond});
  legend.push_back({"printed in the slides: " + size_text(slides_printed), printed, Marker::triangle});
  Canvas canvas(style, title,
                "Salzberg's rule, R = sqrt(T N): reads of T bytes from all N / R runs together need as much memory as "
                "one run");
  const Area inside =
      draw_axes(canvas, {x, true, Quantity::bytes, "N, input size"},
                {roomy(y.low, y.high, true), true, Quantity::bytes, "R, run size"}, legend_width(canvas, legend));
  draw_legend(canvas, inside, legend);
  canvas.clip(inside);
  const float em = canvas.em();
  const AxisScale &across = *canvas.plot().x, &up = *canvas.plot().y;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto at = [&](double bytes) {
      return Point{across.place(bytes), up.place(external::salzberg_run(lines[i].read, bytes))};
    };
    const std::vector<Point> ends{at(x.low), at(x.high)};
    canvas.line(ends, 0.14f * em, colour_of(style, lines, i));
    canvas.hit({.area = inside, .line = ends, .text = lines[i].name + ": R = sqrt(T N)"});
  }
  const std::vector<Point> level{{inside.left, up.place(room)}, {inside.right, up.place(room)}};
  canvas.line(level, 0.12f * em, style.dim);
  canvas.hit({.area = inside, .line = level, .text = "largest run that fits into memory: " + size_text(room)});
  // Join the two figures of the slides' example at the same x: the result of the formula and the printed number.
  canvas.line({{across.place(slides_n), up.place(slides_run)}, {across.place(slides_n), up.place(slides_printed)}},
              0.1f * em, printed);
  mark(canvas, Marker::diamond, slides_n, slides_run, style.text, "the slides' example by the formula, T = 2 MB");
  mark(canvas, Marker::triangle, slides_n, slides_printed, printed, "the value printed in the slides");
  if (n > 0) mark(canvas, Marker::circle, n, run, style.accent, "this sort");
  return std::move(canvas.plot());
}

Plot external_efficiency(const external::SortReport& report, const std::string& title, const PlotStyle& style) {
  if (report.state.tasks.empty()) return empty_plot(style, title, "no task has started yet");
  struct Bar {
    std::string name;
    std::optional<double> percent;
    bool own;
  };
  const auto efficiency = io_efficiency(report);
  std::vector<Bar> bars{{report.plan.fits ? "in memory, here"
                         : report.plan.run_bytes == 0
                             ? "runs, here"
                             : fmt::format("runs of {}, here", size_text(report.plan.run_bytes)),
                         efficiency ? std::optional(100 * *efficiency) : std::nullopt, true}};
  for (const SlidesBar& bar : slides_bars) bars.push_back({bar.name, bar.percent, false});
  const float em = style.em, count = static_cast<float>(bars.size());
  const float line = std::clamp((style.height - 9 * em) / count, 2.6f * em, 6 * em);
  const float height = std::max(style.height, count * line + 8 * em);
  Canvas canvas(style, title, "I/O efficiency: time of two plain copies of the bytes, divided by the time of the sort",
                height);
  float labels = 0;
  for (const Bar& bar : bars) labels = std::max(labels, canvas.text_width(bar.name));
  labels = std::min(labels, 0.4f * canvas.width());
  const Area inside{1.8f * em + labels, canvas.top(), canvas.width() - 2 * em, canvas.top() + count * line};
  const AxisScale x =
      draw_x_axis(canvas, inside,
                  {{0, std::max(100.0, 100 * efficiency.value_or(1))}, false, Quantity::percent, "of the sort's time"});
  canvas.plot().inside = inside;
  float y = inside.top + 0.5f * line;
  for (const Bar& bar : bars) {
    const Area area{x.place(0), y - 0.32f * line, x.place(bar.percent.value_or(0)), y + 0.32f * line};
    const Colour colour = bar.own ? style.accent : mixed(style.dim, style.background, 0.4);
    canvas.text({inside.left - 0.8f * em, y}, Side::right, bar.name, style.text, labels + 1);
    if (!bar.percent) {
      canvas.text({area.left + 0.4f * em, y}, Side::left,
                  report.plan.fits ? "without runs, the bytes move only once" : "measured with the option --copies",
                  style.dim, inside.right - area.left);
      y += line;
      continue;
    }
    canvas.fill(area, colour);
    const std::string text = fmt::format("{:.0f} %", *bar.percent);
    const bool fits = area.right - area.left > canvas.text_width(text) + em;
    canvas.text({fits ? area.right - 0.5f * em : area.right + 0.4f * em, y}, fits ? Side::right : Side::left, text,
                fits ? readable_on(colour) : style.text);
    canvas.hit({.area = {inside.left, area.top, inside.right, area.bottom}, .text = bar.name + ": " + text});
    y += line;
  }
  return std::move(canvas.plot());
}

Plot external_plot(ExternalPicture picture, const external::SortReport& report, const std::string& title,
                   const PlotStyle& style) {
  switch (picture) {
    case ExternalPicture::efficiency:
      return external_efficiency(report, title, style);
    case ExternalPicture::merge_tree:
      return external_merge_tree(report, title, style);
    case ExternalPicture::salzberg:
      return external_salzberg(report, title, style);
    case ExternalPicture::pipeline:
      break;
  }
  return external_pipeline(report, title, style);
}

}  // namespace texelsort::app
