#include <algorithm>

#include <fmt/format.h>

#include "app/export/plots/canvas.h"
#include "app/export/plots/table.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

/// The rows of a sweep that have the same value of one parameter, best first.
struct ValueRows {
  std::string value;
  std::vector<std::size_t> rows;
  std::vector<double> relative;
};

std::vector<ValueRows> rows_by_value(std::span<const TrialResult> rows, std::span<const std::size_t> kept,
                                     std::span<const Standing> standing, const Dimension& dimension) {
  std::vector<ValueRows> all;
  for (const std::string& value : dimension.values) {
    ValueRows one{value, {}, {}};
    for (const std::size_t i : kept) {
      if (standing[i].rank > 0 && value_of(rows[i], dimension.name) == value) one.rows.push_back(i);
    }
    std::ranges::stable_sort(one.rows, {}, [&](std::size_t i) { return standing[i].relative; });
    for (const std::size_t i : one.rows) one.relative.push_back(standing[i].relative);
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace

Plot sorted_parameters(std::span<const TrialResult> rows, const ParametersOptions& options, const PlotStyle& style) {
  if (!any_measured(rows, options.where)) return empty_plot(style, options.title, "no measurements yet");
  const auto kept = rows_where(rows, options.where);
  const auto standing = standings(rows, kept);
  const auto weighted = by_importance(rows, kept, standing);
  if (weighted.empty()) return empty_plot(style, options.title, "all results have the same parameters");
  const float em = style.em, line = 1.7f * em;
  float lines = 0;
  double worst = 1;
  for (const WeightedDimension& one : weighted) lines += 1.3f + static_cast<float>(one.dimension.values.size());
  for (const std::size_t i : kept) worst = std::max(worst, standing[i].relative);
  const float height = std::max(style.height, lines * line + 8.5f * em);
  Canvas canvas(style, options.title,
                "time relative to the fastest of the same problem: best, quartiles, worst; %: variance that the "
                "parameter explains",
                height);
  float labels = 0;
  for (const WeightedDimension& one : weighted) {
    for (const std::string& value : one.dimension.values) labels = std::max(labels, canvas.text_width(value));
  }
  labels = std::min(labels, 0.3f * canvas.width());
  const Area inside{2 * em + labels + 0.6f * em, canvas.top() + 0.3f * em, canvas.width() - 2 * em,
                    canvas.top() + 0.6f * em + lines * line};
  const AxisScale x = draw_x_axis(
      canvas, inside,
      {.span = roomy(1, worst, true), .log = true, .quantity = Quantity::ratio, .name = "relative to the fastest"});
  canvas.plot().inside = inside;
  float y = inside.top;
  for (const WeightedDimension& one : weighted) {
    const std::string heading = fmt::format("{}  {:.0f} %", one.dimension.name, 100 * one.weight);
    const float half = 0.5f * line, wide = canvas.text_width(heading, Face::bold);
    canvas.fill({em - 0.2f * em, y + half - 0.65f * em, em + wide + 0.3f * em, y + half + 0.65f * em},
                style.background);
    canvas.text({em, y + half}, Side::left, heading, style.text, canvas.width() - 2 * em, Face::bold);
    y += line;
    for (const ValueRows& value : rows_by_value(rows, kept, standing, one.dimension)) {
      const float middle = y + half;
      canvas.text({inside.left - 0.6f * em, middle}, Side::right, value.value, style.dim, labels + 1);
      y += line;
      if (value.rows.empty()) {
        canvas.text({inside.left + 0.4f * em, middle}, Side::left, "not measured", style.dim);
        continue;
      }
      const auto at = [&](double share) { return x.place(quantile(value.relative, share)); };
      canvas.line({{at(0), middle}, {at(1), middle}}, 0.12f * em, style.faint);
      canvas.fill({at(0.25), middle - 0.4f * em, std::max(at(0.75), at(0.25) + 2), middle + 0.4f * em},
                  faded(style.series.front(), 0.6));
      canvas.line({{at(0.5), middle - 0.5f * em}, {at(0.5), middle + 0.5f * em}}, 0.14f * em, style.text);
      canvas.marker(Marker::diamond, {at(0), middle}, 0.34f * em, style.accent);
      canvas.hit(
          {.area = {inside.left, middle - half, inside.right, middle + half},
           .row = value.rows.front(),
           .text = fmt::format("{} = {}: {}, best {}, median {}, worst {}\nbest:\n{}", one.dimension.name, value.value,
                               data::counted(value.rows.size(), "configuration"), times_text(value.relative.front()),
                               times_text(quantile(value.relative, 0.5)), times_text(value.relative.back()),
                               row_text(rows[value.rows.front()], standing[value.rows.front()]))});
    }
    y += 0.3f * line;
  }
  return std::move(canvas.plot());
}

}  // namespace texelsort::app
