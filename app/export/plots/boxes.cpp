#include <algorithm>

#include <fmt/format.h>

#include "app/export/plots/canvas.h"
#include "app/export/plots/lettering.h"
#include "app/export/plots/table.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

/// Returns the indices of the fastest rows of each problem, grouped by problem, the fastest first. Returns about `most`
/// rows in all, and at least one row per problem.
std::vector<std::size_t> boxed_rows(std::span<const TrialResult> rows, std::span<const std::size_t> kept,
                                    std::span<const Standing> standing, std::size_t most) {
  std::vector<std::size_t> order;
  for (const std::size_t i : kept) {
    if (standing[i].rank > 0) order.push_back(i);
  }
  const std::size_t problems = std::max<std::size_t>(problem_count(rows, kept), 1);
  const std::size_t each = std::max<std::size_t>(most / problems, 1);
  std::erase_if(order, [&](std::size_t i) { return standing[i].rank > each; });
  std::ranges::stable_sort(
      order, {}, [&](std::size_t i) { return std::tuple(rows[i].n, problem_text(rows[i]), standing[i].rank); });
  return order;
}

/// Returns the ends of a box plot's whiskers: the smallest and the largest sample within 1.5 times the box's length
/// from the box.
std::pair<double, double> whiskers(const std::vector<double>& sorted) {
  const double low = quantile(sorted, 0.25), high = quantile(sorted, 0.75), reach = 1.5 * (high - low);
  const auto first = std::ranges::lower_bound(sorted, low - reach);
  const auto last = std::ranges::upper_bound(sorted, high + reach);
  return {*first, *(last - 1)};
}

/// Returns the values in which a row differs from the other rows of the plot, the problem first. With `named`, each
/// parameter value follows the name of its parameter.
std::string label_of(const TrialResult& row, std::span<const Dimension> differing, bool named) {
  std::string text;
  for (const auto& [name, values, given] : differing) {
    if (!given) continue;
    std::string value = name == "n" ? quantity_text(static_cast<double>(row.n), Quantity::keys) : value_of(row, name);
    if (row.given.contains(name) && named) value.insert(0, name + " ");
    if (value.empty() && named) continue;
    text += (text.empty() ? "" : ", ") + (value.empty() ? "-" : value);
  }
  return text.empty() ? configuration_text(row) : text;
}

/// Returns the parts of the configuration that all rows of the plot share.
std::string shared_parts(std::span<const TrialResult> rows) {
  std::string text = rows.front().algorithm;
  if (std::ranges::any_of(rows, [&](const TrialResult& row) { return row.algorithm != text; })) return "";
  for (const auto& [name, value] : rows.front().given) {
    const auto differs = [&name = name, &value = value](const TrialResult& row) {
      const auto found = row.given.find(name);
      return found == row.given.end() || found->second != value;
    };
    if (std::ranges::none_of(rows, differs)) text += fmt::format(":{}={}", name, value);
  }
  return text;
}

}  // namespace

Plot box_plots(std::span<const TrialResult> rows, const BoxOptions& options, const PlotStyle& style) {
  if (!any_measured(rows, options.where)) return empty_plot(style, options.title, "no measurements yet");
  const auto kept = rows_where(rows, options.where);
  const auto standing = standings(rows, kept);
  const auto order = boxed_rows(rows, kept, standing, options.most);
  const float em = style.em, line = 2.1f * em;
  const float height = std::max(style.height, static_cast<float>(order.size()) * line + 9 * em);
  std::vector<TrialResult> shown;
  for (const std::size_t row : order) shown.push_back(rows[row]);
  const auto differing = dimensions(shown);
  const auto width_of = [&](bool named) {
    float widest = 0;
    for (const TrialResult& row : shown) {
      const std::string label = label_of(row, differing, named);
      widest = std::max(
          widest, style.text_width ? style.text_width(Face::regular, em, label) : text_width(Face::regular, em, label));
    }
    return widest;
  };
  // If the names need too much room, the subtitle contains them once.
  const bool named = width_of(true) < 0.4f * style.width;
  std::string about = shared_parts(shown);
  if (!about.empty() && !named) about += "; ";
  for (const char* separator = "labels: "; const Dimension& dimension : differing) {
    if (named || !dimension.given) continue;
    about += separator + dimension.name;
    separator = ", ";
  }
  if (!about.empty()) about += "; ";
  Canvas canvas(style, options.title, about + "raw samples; box: middle half of the samples, line: median", height);
  const auto name = [&](std::size_t row) { return label_of(rows[row], differing, named); };
  float labels = width_of(named);
  ValueSpan span{HUGE_VAL, 0};
  for (const std::size_t row : order) {
    for (const double ms : rows[row].samples_ms) span = {std::min(span.low, ms), std::max(span.high, ms)};
  }
  labels = std::min(labels, 0.5f * canvas.width());
  const Area inside{em + labels + 0.8f * em, canvas.top(), canvas.width() - 2 * em,
                    canvas.top() + static_cast<float>(order.size()) * line};
  const AxisScale x = draw_x_axis(
      canvas, inside,
      {options.x.value_or(roomy(span.low, span.high, options.log)), options.log, Quantity::milliseconds, "time"});
  canvas.plot().inside = inside;
  canvas.plot().left_out =
      static_cast<std::size_t>(std::ranges::count_if(kept, [&](std::size_t i) { return standing[i].rank > 0; })) -
      order.size();
  float y = inside.top + 0.5f * line;
  for (const std::size_t row : order) {
    canvas.clip({});
    canvas.text({inside.left - 0.8f * em, y}, Side::right, name(row), style.text, labels + 1);
    canvas.clip(inside);
    std::vector<double> sorted = rows[row].samples_ms;
    std::ranges::sort(sorted);
    const auto at = [&](double ms) { return x.place(ms); };
    const auto [low, high] = whiskers(sorted);
    canvas.line({{at(low), y}, {at(high), y}}, 0.1f * em, style.dim);
    for (const double end : {low, high}) {
      canvas.line({{at(end), y - 0.25f * em}, {at(end), y + 0.25f * em}}, 0.1f * em, style.dim);
    }
    const double q1 = quantile(sorted, 0.25), q3 = quantile(sorted, 0.75);
    canvas.fill({at(q1), y - 0.5f * em, std::max(at(q3), at(q1) + 1), y + 0.5f * em},
                mixed(style.background, style.series.front(), 0.55));
    const float median = at(quantile(sorted, 0.5));
    for (std::size_t i = 0; i < rows[row].samples_ms.size(); ++i) {
      // Place the samples side by side in the order of measurement, so that a drift shows as a slope.
      const float of =
          static_cast<float>(i) / static_cast<float>(std::max<std::size_t>(rows[row].samples_ms.size(), 2));
      canvas.marker(Marker::circle, {at(rows[row].samples_ms[i]), y + (of - 0.5f) * 1.2f * em}, 0.13f * em,
                    faded(style.text, 0.55));
    }
    canvas.line({{median, y - 0.6f * em}, {median, y + 0.6f * em}}, 0.18f * em, style.accent);
    canvas.hit({.area = {inside.left, y - 0.5f * line, inside.right, y + 0.5f * line},
                .row = row,
                .text = row_text(rows[row], standing[row]) +
                        fmt::format("\nquartiles {} and {}", data::duration_text(q1), data::duration_text(q3))});
    y += line;
  }
  return std::move(canvas.plot());
}

}  // namespace texelsort::app
