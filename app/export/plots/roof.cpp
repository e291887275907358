#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "app/export/plots/canvas.h"
#include "app/export/plots/legend.h"
#include "app/export/plots/table.h"
#include "compute/measure/cost.h"

namespace texelsort::app {

Plot predicted_times(std::span<const TrialResult> rows, const RoofOptions& options, const PlotStyle& style) {
  const auto kept = rows_where(rows, options.where);
  std::vector<std::size_t> shown;
  double bandwidth = 0;
  for (const std::size_t i : kept) {
    if (rows[i].status != TrialStatus::measured || rows[i].bytes == 0) continue;
    shown.push_back(i);
    bandwidth = std::max(bandwidth, static_cast<double>(rows[i].bytes) / rows[i].ms.median * 1000);
  }
  if (shown.empty())
    return empty_plot(style, options.title, "the number of bytes moved is unknown for all measured configurations");
  const bool given = options.bytes_per_second > 0;
  if (given) bandwidth = options.bytes_per_second;
  const auto standing = standings(rows, kept);
  const auto predicted = [&](std::size_t i) { return measure::predicted_ms(rows[i].bytes, bandwidth); };
  Canvas canvas(style, options.title,
                fmt::format("roof: {} bytes per second, {}", quantity_text(bandwidth, Quantity::keys_per_second),
                            given ? "as given" : "the highest of these configurations"));
  std::map<std::string, LegendEntry> legend;
  ValueSpan x{HUGE_VAL, 0}, y{HUGE_VAL, 0};
  for (const std::size_t i : shown) {
    legend[rows[i].algorithm] = {};
    x = {std::min(x.low, predicted(i)), std::max(x.high, predicted(i))};
    y = {std::min({y.low, rows[i].ms.median, predicted(i)}), std::max({y.high, rows[i].ms.median, predicted(i)})};
  }
  std::vector<LegendEntry> entries;
  for (auto& [algorithm, entry] : legend) {
    entry = {algorithm, style.series[entries.size() % style.series.size()], marker_of(algorithm)};
    entries.push_back(entry);
  }
  const Area inside = draw_axes(
      canvas,
      {options.x.value_or(roomy(x.low, x.high, true)), true, Quantity::milliseconds, "predicted: bytes at the roof"},
      {options.y.value_or(roomy(y.low, y.high, true)), true, Quantity::milliseconds, "measured"},
      legend_width(canvas, entries));
  draw_legend(canvas, inside, entries);
  canvas.clip(inside);
  const float em = canvas.em();
  const AxisScale &across = *canvas.plot().x, &up = *canvas.plot().y;
  const auto on_roof = [&](double ms) { return Point{across.place(ms), up.place(ms)}; };
  canvas.line({on_roof(across.low), on_roof(across.high)}, 0.14f * em, style.accent);
  for (const std::size_t i : shown) {
    const Point at{across.place(predicted(i)), up.place(rows[i].ms.median)};
    const LegendEntry& entry = legend[rows[i].algorithm];
    canvas.marker(entry.marker, at, 0.36f * em, faded(entry.colour, 0.85));
    canvas.hit(
        {.area = {at.x - 0.5f * em, at.y - 0.5f * em, at.x + 0.5f * em, at.y + 0.5f * em},
         .row = i,
         .text = row_text(rows[i], standing[i]) + fmt::format("\npredicted: {}; measured: {} the prediction",
                                                              quantity_text(predicted(i), Quantity::milliseconds),
                                                              times_text(rows[i].ms.median / predicted(i)))});
  }
  return std::move(canvas.plot());
}

}  // namespace texelsort::app
