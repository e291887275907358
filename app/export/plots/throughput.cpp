#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "app/export/plots/canvas.h"
#include "app/export/plots/legend.h"
#include "app/export/plots/table.h"

namespace texelsort::app {

namespace {

struct ThroughputLine {
  std::string name, algorithm;
  /// Index of the row that the line shows for each n, which is the fastest.
  std::map<std::uint64_t, std::size_t> row_of;
};

double keys_per_second(const TrialResult& row, double ms) {
  return static_cast<double>(row.n) / ms * 1000;
}

std::vector<ThroughputLine> throughput_lines(std::span<const TrialResult> rows, std::span<const std::size_t> kept,
                                             std::optional<LineOf> by) {
  constexpr std::size_t few = 8;
  const auto differing = dimensions(rows);
  const auto lines_of = [&](LineOf each) {
    std::map<std::string, ThroughputLine> lines;
    for (const std::size_t i : kept) {
      if (rows[i].status != TrialStatus::measured || rows[i].n == 0) continue;
      const std::string name = (each == LineOf::algorithm ? rows[i].algorithm : configuration_text(rows[i])) +
                               other_problem(rows[i], differing);
      ThroughputLine& line = lines[name];
      line.name = name;
      line.algorithm = rows[i].algorithm;
      const auto [place, is_new] = line.row_of.try_emplace(rows[i].n, i);
      if (!is_new && rows[i].ms.median < rows[place->second].ms.median) place->second = i;
    }
    std::vector<ThroughputLine> list;
    for (auto& [name, line] : lines) list.push_back(std::move(line));
    return list;
  };
  auto lines = lines_of(by.value_or(LineOf::configuration));
  if (!by && lines.size() > few) lines = lines_of(LineOf::algorithm);
  // Order the legend's entries by the height at which the lines end on the right.
  const auto last = [&](const ThroughputLine& line) {
    const auto& [n, row] = *line.row_of.rbegin();
    return keys_per_second(rows[row], rows[row].ms.median);
  };
  std::ranges::stable_sort(lines, std::greater{}, last);
  return lines;
}

}  // namespace

Plot throughput(std::span<const TrialResult> rows, const ThroughputOptions& options, const PlotStyle& style) {
  const auto kept = rows_where(rows, options.where);
  const auto lines = throughput_lines(rows, kept, options.line);
  if (lines.empty()) return empty_plot(style, options.title, "no measurements yet");
  const auto standing = standings(rows, kept);
  const bool intervals = std::ranges::all_of(lines, [&rows](const ThroughputLine& line) {
    return std::ranges::all_of(line.row_of, [&rows](const auto& at) { return rows[at.second].ms.has_interval(); });
  });
  std::size_t shown = 0;
  for (const ThroughputLine& line : lines) shown += line.row_of.size();
  const auto measured = static_cast<std::size_t>(std::ranges::count_if(
      kept, [&](std::size_t i) { return rows[i].status == TrialStatus::measured && rows[i].n > 0; }));
  Canvas canvas(style, options.title,
                fmt::format("median and its 95 % interval{}{}", intervals ? "" : " from six samples on",
                            shown < measured ? "; every algorithm at its best for each n" : ""));
  std::vector<LegendEntry> legend;
  ValueSpan x{HUGE_VAL, 0}, y{HUGE_VAL, 0};
  for (std::size_t l = 0; l < lines.size(); ++l) {
    legend.push_back({lines[l].name, style.series[l % style.series.size()], marker_of(lines[l].algorithm)});
    for (const auto& [n, row] : lines[l].row_of) {
      x = {std::min(x.low, static_cast<double>(n)), std::max(x.high, static_cast<double>(n))};
      const measure::Summary& ms = rows[row].ms;
      y = {std::min(y.low, keys_per_second(rows[row], ms.upper().value_or(ms.median))),
           std::max(y.high, keys_per_second(rows[row], ms.lower().value_or(ms.median)))};
    }
  }
  x = roomy(x.low, x.high, options.log_x);
  y = options.log_y ? roomy(y.low, y.high, true) : ValueSpan{0, 1.08 * y.high};
  const Area inside = draw_axes(canvas, {options.x.value_or(x), options.log_x, Quantity::keys, "n, keys"},
                                {options.y.value_or(y), options.log_y, Quantity::keys_per_second, "keys per second"},
                                legend_width(canvas, legend));
  draw_legend(canvas, inside, legend);
  canvas.clip(inside);
  const float em = canvas.em();
  const AxisScale &across = *canvas.plot().x, &up = *canvas.plot().y;
  for (std::size_t l = 0; l < lines.size(); ++l) {
    std::vector<Point> points;
    for (const auto& [n, row] : lines[l].row_of) {
      const TrialResult& result = rows[row];
      const auto at = [&](double ms) {
        return Point{across.place(static_cast<double>(n)), up.place(keys_per_second(result, ms))};
      };
      points.push_back(at(result.ms.median));
      if (result.ms.has_interval()) {
        canvas.line({at(result.ms.low), at(result.ms.high)}, 0.12f * em, legend[l].colour);
      }
      canvas.hit({.area = {points.back().x - 0.6f * em, points.back().y - 0.6f * em, points.back().x + 0.6f * em,
                           points.back().y + 0.6f * em},
                  .row = row,
                  .text = row_text(result, standing[row]) + "\n" +
                          quantity_text(keys_per_second(result, result.ms.median), Quantity::keys_per_second) +
                          " keys per second"});
    }
    if (points.size() > 1) canvas.line(points, 0.14f * em, legend[l].colour);
    for (const Point& at : points) canvas.marker(legend[l].marker, at, 0.36f * em, legend[l].colour);
  }
  return std::move(canvas.plot());
}

}  // namespace texelsort::app
