#include <algorithm>

#include <fmt/format.h>

#include "app/export/plots/canvas.h"
#include "app/export/plots/legend.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

Plot stacked_stages(std::span<const StageBar> bars, const StagesOptions& options, const PlotStyle& style) {
  std::vector<std::string> names;
  double longest = 0;
  for (const StageBar& bar : bars) {
    double sum = 0;
    for (const StageBar::Segment& part : bar.parts) {
      sum += part.ms;
      if (std::ranges::find(names, part.name) == names.end()) names.push_back(part.name);
    }
    longest = std::max(longest, sum);
  }
  if (!(longest > 0)) return empty_plot(style, options.title, "no measurements yet");
  const float em = style.em, line = 2.4f * em;
  const float height = std::max(style.height, static_cast<float>(bars.size()) * line + 7.5f * em);
  Canvas canvas(style, options.title, "", height);
  std::vector<LegendEntry> legend;
  const auto colour_of = [&](std::size_t stage) {
    // If there are more stages than colours, reuse the colours, and make them fainter in each round.
    const auto& series = style.series;
    const std::size_t round = stage / series.size();
    return mixed(series[stage % series.size()], style.background, std::min(0.25 * static_cast<double>(round), 0.75));
  };
  for (std::size_t stage = 0; stage < names.size(); ++stage) {
    legend.push_back({names[stage], colour_of(stage), Marker::square});
  }
  float labels = 0;
  for (const StageBar& bar : bars) labels = std::max(labels, canvas.text_width(bar.name));
  labels = std::min(labels, 0.3f * canvas.width());
  const Area inside{em + labels + 0.8f * em, canvas.top(), canvas.width() - em - legend_width(canvas, legend),
                    canvas.top() + static_cast<float>(bars.size()) * line};
  const AxisScale x = draw_x_axis(
      canvas, inside, {options.x.value_or(ValueSpan{0, 1.05 * longest}), false, Quantity::milliseconds, "time"});
  canvas.plot().inside = inside;
  draw_legend(canvas, {inside.left, inside.top, inside.right, canvas.height()}, legend);
  float y = inside.top + 0.5f * line;
  for (const StageBar& bar : bars) {
    canvas.clip({});
    canvas.text({inside.left - 0.8f * em, y}, Side::right, bar.name, bar.ghost ? style.dim : style.text, labels + 1);
    canvas.clip(inside);
    double start = 0;
    for (const StageBar::Segment& part : bar.parts) {
      const auto stage = static_cast<std::size_t>(std::ranges::find(names, part.name) - names.begin());
      const Area area{x.place(start), y - 0.75f * em, x.place(start + part.ms), y + 0.75f * em};
      start += part.ms;
      const Colour colour = bar.ghost ? mixed(colour_of(stage), style.background, 0.65) : colour_of(stage);
      canvas.fill(area, colour);
      canvas.line({{area.right, area.top}, {area.right, area.bottom}}, 1, style.background);
      const std::string time = data::duration_text(part.ms);
      if (canvas.text_width(time) + 0.5f * em < std::min(area.right, inside.right) - std::max(area.left, inside.left)) {
        canvas.text({0.5f * (std::max(area.left, inside.left) + std::min(area.right, inside.right)), y}, Side::middle,
                    time, readable_on(colour));
      }
      canvas.hit({.area = area, .row = bar.row, .text = fmt::format("{}\n{}: {}", bar.name, part.name, time)});
    }
    y += line;
  }
  return std::move(canvas.plot());
}

}  // namespace texelsort::app
