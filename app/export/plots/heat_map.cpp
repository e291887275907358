#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/export/plots/canvas.h"
#include "app/export/plots/table.h"
#include "compute/data/error.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

struct Cell {
  std::vector<std::size_t> rows;
  /// Index of the fastest measured row of the cell; index of its first row if no row is measured.
  std::size_t best = 0;
  std::size_t measured = 0, refused = 0, failed = 0;
  double value = 0;  ///< value that the cell shows: the best or the mean of its measured rows
};

struct HeatMapTable {
  Dimension x, y;  ///< dimensions of the two axes; a dimension without a name has one value for all rows
  std::vector<Cell> cells{};
  bool relative = false;
  double low = 0, high = 0;  ///< lowest and highest value of all cells
  bool any = false;          ///< true if at least one cell has a value
  Cell& at(std::size_t column, std::size_t row) { return cells[row * x.values.size() + column]; }
};

std::optional<std::size_t> place_of(const Dimension& dimension, const TrialResult& row) {
  if (dimension.name.empty()) return 0;
  const auto found = std::ranges::find(dimension.values, value_of(row, dimension.name));
  if (found == dimension.values.end()) return std::nullopt;
  return static_cast<std::size_t>(found - dimension.values.begin());
}

/// Returns the dimensions of the two axes. If the user names no dimension for an axis, chooses the most influential
/// dimension that remains.
std::pair<Dimension, Dimension> heat_map_axes(std::span<const TrialResult> rows, std::span<const std::size_t> kept,
                                              std::span<const Standing> standing, const HeatMapOptions& options) {
  std::vector<Dimension> chosen(2);
  if (!options.x.empty()) chosen[0] = find_dimension(rows, options.x);
  if (!options.y.empty()) chosen[1] = find_dimension(rows, options.y);
  if (!options.x.empty() && options.x == options.y)
    throw UsageError("the two axes of a heat map must be different: choose two dimensions");
  for (WeightedDimension& next : by_importance(rows, kept, standing)) {
    const bool taken = next.dimension.name == chosen[0].name || next.dimension.name == chosen[1].name;
    Dimension* free = chosen[0].name.empty() ? chosen.data() : chosen[1].name.empty() ? &chosen[1] : nullptr;
    if (!taken && free != nullptr) *free = std::move(next.dimension);
  }
  for (Dimension& dimension : chosen) {
    if (dimension.name.empty()) dimension.values = {""};
  }
  return {chosen[0], chosen[1]};
}

double cell_value(std::span<const TrialResult> rows, std::span<const Standing> standing, const Cell& cell,
                  const HeatMapOptions& options, bool relative) {
  const auto value = [&](std::size_t i) {
    if (options.value == PlotValue::rank) return static_cast<double>(standing[i].rank);
    return relative ? standing[i].relative : rows[i].ms.median;
  };
  if (options.others == Folding::best) return value(cell.best);
  double logs = 0;
  for (const std::size_t i : cell.rows) {
    if (standing[i].rank > 0) logs += std::log(value(i));
  }
  return std::exp(logs / static_cast<double>(cell.measured));
}

HeatMapTable heat_map_table(std::span<const TrialResult> rows, const HeatMapOptions& options) {
  const auto kept = rows_where(rows, options.where);
  const auto standing = standings(rows, kept);
  HeatMapTable table;
  std::tie(table.x, table.y) = heat_map_axes(rows, kept, standing, options);
  table.cells.resize(table.x.values.size() * table.y.values.size());
  for (const std::size_t i : kept) {
    const auto column = place_of(table.x, rows[i]), line = place_of(table.y, rows[i]);
    if (!column || !line) continue;
    Cell& cell = table.at(*column, *line);
    cell.rows.push_back(i);
    cell.refused += rows[i].status == TrialStatus::refused;
    cell.failed += rows[i].status == TrialStatus::failed;
    const bool better =
        standing[i].rank > 0 && (cell.measured == 0 || standing[i].relative < standing[cell.best].relative);
    if (better || cell.rows.size() == 1) cell.best = i;
    cell.measured += standing[i].rank > 0;
  }
  table.relative = options.value == PlotValue::time && problem_count(rows, kept) > 1;
  for (Cell& cell : table.cells) {
    if (cell.measured == 0) continue;
    cell.value = cell_value(rows, standing, cell, options, table.relative);
    table.low = table.any ? std::min(table.low, cell.value) : cell.value;
    table.high = table.any ? std::max(table.high, cell.value) : cell.value;
    table.any = true;
  }
  return table;
}

std::string heat_value_text(double value, const HeatMapOptions& options, bool relative) {
  if (options.value == PlotValue::rank) return fmt::format("{:.3g}", value);
  return relative ? times_text(value) : data::duration_text(value);
}

std::string heat_map_subtitle(std::span<const TrialResult> rows, const HeatMapOptions& options, bool relative) {
  std::string text = options.value == PlotValue::rank ? "rank; 1: fastest of its problem"
                     : relative                       ? "median time relative to the fastest of its problem"
                                                      : "median time";
  text += options.others == Folding::best ? "; others at their best" : "; others averaged (geometric mean)";
  const auto kept = rows_where(rows, options.where);
  if (!kept.empty() && problem_count(rows, kept) == 1) text += "; " + problem_text(rows[kept.front()]);
  return text;
}

class HeatMapDrawing {
 public:
  HeatMapDrawing(std::span<const TrialResult> rows, const HeatMapOptions& options, const PlotStyle& style)
      : rows_(rows),
        options_(options),
        table_(heat_map_table(rows, options)),
        standing_(standings(rows, rows_where(rows, options.where))),
        problems_(problem_count(rows, rows_where(rows, options.where))),
        canvas_(style, options.title, heat_map_subtitle(rows, options, table_.relative)) {}

  Plot draw() {
    lay_out();
    for (std::size_t line = 0; line < table_.y.values.size(); ++line) {
      for (std::size_t column = 0; column < table_.x.values.size(); ++column) draw_cell(column, line);
    }
    if (table_.any) frame_best_and_ties();
    draw_labels();
    draw_legend();
    canvas_.plot().inside = inside_;
    return std::move(canvas_.plot());
  }

 private:
  float em() const { return canvas_.em(); }

  void lay_out() {
    float widest = 0;
    for (const std::string& value : table_.y.values) widest = std::max(widest, canvas_.text_width(value));
    labels_ = std::min(widest, 0.3f * canvas_.width());
    float legend = canvas_.text_width("not measured") + 2 * em();
    for (const double value : {table_.low, table_.high}) {
      legend = std::max(legend, canvas_.text_width(heat_value_text(value, options_, table_.relative)) + 2 * em());
    }
    inside_ = {em() + labels_ + (labels_ > 0 ? 0.6f * em() : 0), canvas_.top() + 1.6f * em(),
               canvas_.width() - legend - 2.2f * em(), canvas_.height() - 3.2f * em()};
  }

  Area cell_area(std::size_t column, std::size_t line) const {
    // Place the cells so that values increase upwards, as on a numeric axis.
    const auto part = [](float from, float to, std::size_t i, std::size_t of) {
      return from + (to - from) * static_cast<float>(i) / static_cast<float>(of);
    };
    const std::size_t columns = table_.x.values.size(), lines = table_.y.values.size();
    return {part(inside_.left, inside_.right, column, columns), part(inside_.bottom, inside_.top, line + 1, lines),
            part(inside_.left, inside_.right, column + 1, columns), part(inside_.bottom, inside_.top, line, lines)};
  }

  double unit(double value) const {
    if (table_.high <= table_.low) return 0;
    if (options_.value == PlotValue::rank) return (value - table_.low) / (table_.high - table_.low);
    return std::log(value / table_.low) / std::log(table_.high / table_.low);
  }

  void draw_cell(std::size_t column, std::size_t line) {
    const Cell& cell = table_.at(column, line);
    const PlotStyle& style = canvas_.style();
    Area area = cell_area(column, line);
    const float gap = area.right - area.left > 6 && area.bottom - area.top > 6 ? 1.0f : 0.0f;
    area = {area.left + gap, area.top + gap, area.right - gap, area.bottom - gap};
    if (cell.rows.empty()) return canvas_.frame(area, 1, style.line);
    if (cell.measured > 0) {
      const Colour colour = colour_between(style.scale, unit(cell.value));
      canvas_.fill(area, colour);
      const std::string text = heat_value_text(cell.value, options_, table_.relative);
      const bool fits =
          canvas_.text_width(text) + 0.5f * em() < area.right - area.left && 1.4f * em() < area.bottom - area.top;
      if (fits) {
        canvas_.text({0.5f * (area.left + area.right), 0.5f * (area.top + area.bottom)}, Side::middle, text,
                     readable_on(colour));
      }
    } else if (cell.failed > 0) {
      canvas_.frame(area, 1, style.warning);
      canvas_.cross(area, style.warning);
    } else {
      canvas_.frame(area, 1, style.line);
      canvas_.hatch(area, style.faint);
    }
    canvas_.hit({.area = area, .row = cell.best, .text = tooltip(column, line, cell)});
  }

  std::string tooltip(std::size_t column, std::size_t line, const Cell& cell) const {
    std::string text;
    if (!table_.x.name.empty()) text += fmt::format("{} = {}", table_.x.name, table_.x.values[column]);
    if (!table_.y.name.empty()) text += fmt::format(", {} = {}", table_.y.name, table_.y.values[line]);
    if (cell.rows.size() > 1) {
      text += fmt::format(": {}, {} measured, {} refused, {} wrong", data::counted(cell.rows.size(), "configuration"),
                          cell.measured, cell.refused, cell.failed);
      if (cell.measured > 0) text += "\nbest:";
    }
    return text + (text.empty() ? "" : "\n") + row_text(rows_[cell.best], standing_[cell.best]);
  }

  /// Returns whether a cell's best row is tied with the fastest row of the problem. Several problems have no common
  /// verdict.
  bool is_tied(const Cell& cell) const {
    return cell.measured > 0 && options_.others == Folding::best && problems_ == 1 &&
           standing_[cell.best].verdict == RankVerdict::tied;
  }

  /// Returns whether a cell is the best: one cell, or with several problems, every cell with the lowest value.
  bool is_best(const Cell& cell) const {
    const auto is_lowest = [this](const Cell& one) { return one.measured > 0 && one.value <= table_.low; };
    return is_lowest(cell) && (problems_ > 1 || &cell == &*std::ranges::find_if(table_.cells, is_lowest));
  }

  bool any_tie() const {
    return std::ranges::any_of(table_.cells, [this](const Cell& cell) { return !is_best(cell) && is_tied(cell); });
  }

  void frame_inside(Area area, float inset, float width, const Colour& colour) {
    canvas_.frame({area.left + inset, area.top + inset, area.right - inset, area.bottom - inset}, width, colour);
  }

  void frame_best_and_ties() {
    const PlotStyle& style = canvas_.style();
    for (std::size_t c = 0; c < table_.cells.size(); ++c) {
      const Cell& cell = table_.cells[c];
      const Area area = cell_area(c % table_.x.values.size(), c / table_.x.values.size());
      if (is_best(cell)) {
        frame_inside(area, 0.5f, 0.28f * em(), style.background);
        frame_inside(area, 0.5f, 0.16f * em(), style.accent);
      } else if (is_tied(cell)) {
        frame_inside(area, 0.3f * em(), 0.14f * em(), style.background);
        frame_inside(area, 0.3f * em(), 0.07f * em(), style.accent);
      }
    }
  }

  void draw_labels() {
    const PlotStyle& style = canvas_.style();
    const std::size_t columns = table_.x.values.size(), lines = table_.y.values.size();
    float free_above = canvas_.height();
    for (std::size_t line = 0; line < lines; ++line) {
      const Area area = cell_area(0, line);
      const float middle = 0.5f * (area.top + area.bottom);
      if (middle > free_above) continue;
      canvas_.text({inside_.left - 0.6f * em(), middle}, Side::right, table_.y.values[line], style.dim, labels_ + 1);
      free_above = middle - 1.3f * em();
    }
    // If there are many columns, draw only names that do not overlap. If the columns are wide, shorten long names
    // instead.
    float widest = 0;
    for (const std::string& value : table_.x.values) widest = std::max(widest, canvas_.text_width(value));
    const float column_width = (inside_.right - inside_.left) / static_cast<float>(columns);
    const bool shortens = column_width > 5 * em();
    float free_from = 0;
    for (std::size_t column = 0; column < columns; ++column) {
      const Area area = cell_area(column, 0);
      const float middle = 0.5f * (area.left + area.right);
      const float width =
          shortens ? std::min(column_width - 0.6f * em(), widest) : canvas_.text_width(table_.x.values[column]);
      if (middle - 0.5f * width < free_from || middle + 0.5f * width > canvas_.width()) continue;
      canvas_.text({middle, inside_.bottom + 0.9f * em()}, Side::middle, table_.x.values[column], style.dim,
                   shortens ? column_width - 0.6f * em() : 0);
      free_from = middle + 0.5f * width + 0.5f * em();
    }
    canvas_.text({inside_.right, inside_.bottom + 2.3f * em()}, Side::right, table_.x.name, style.text,
                 inside_.right - inside_.left);
    canvas_.text({em(), canvas_.top() + 0.6f * em()}, Side::left, table_.y.name, style.text,
                 canvas_.width() - 2 * em());
  }

  void draw_legend() {
    const PlotStyle& style = canvas_.style();
    const float left = inside_.right + 1.2f * em(), right = left + 1.2f * em(), text = right + 0.6f * em();
    const float room = canvas_.width() - text - 0.4f * em();
    float y = inside_.top;
    if (table_.any) {
      const float height = std::min(9 * em(), 0.55f * (inside_.bottom - inside_.top));
      constexpr int strips = 32;
      for (int i = 0; i < strips; ++i) {
        const auto at = [&](int strip) { return y + height * static_cast<float>(strip) / strips; };
        canvas_.fill({left, at(i), right, at(i + 1)}, colour_between(style.scale, (i + 0.5) / strips));
      }
      const auto label = [&](float middle, double value) {
        canvas_.text({text, middle}, Side::left, heat_value_text(value, options_, table_.relative), style.dim, room);
      };
      label(y + 0.6f * em(), table_.low);
      if (table_.high > table_.low) label(y + height - 0.6f * em(), table_.high);
      y += height + em();
    }
    const auto entry = [&](const char* name, const auto& draw) {
      const Area swatch{left, y, right, y + 1.2f * em()};
      if (swatch.bottom > inside_.bottom) return;
      draw(swatch);
      canvas_.text({text, y + 0.6f * em()}, Side::left, name, style.dim, room);
      y += 1.8f * em();
    };
    const auto some = [this](const auto& is) { return std::ranges::any_of(table_.cells, is); };
    if (table_.any) {
      entry("best", [&](const Area& area) { canvas_.frame(area, 0.16f * em(), style.accent); });
    }
    if (any_tie()) {
      entry("tied with it", [&](const Area& area) { canvas_.frame(area, 0.07f * em(), style.accent); });
    }
    if (some([](const Cell& cell) { return cell.measured + cell.failed == 0 && cell.refused > 0; })) {
      entry("refused", [&](const Area& area) {
        canvas_.frame(area, 1, style.line);
        canvas_.hatch(area, style.faint);
      });
    }
    if (some([](const Cell& cell) { return cell.measured == 0 && cell.failed > 0; })) {
      entry("wrong", [&](const Area& area) {
        canvas_.frame(area, 1, style.warning);
        canvas_.cross(area, style.warning);
      });
    }
    if (some([](const Cell& cell) { return cell.rows.empty(); })) {
      entry("not measured", [&](const Area& area) { canvas_.frame(area, 1, style.line); });
    }
  }

  std::span<const TrialResult> rows_;
  const HeatMapOptions& options_;
  HeatMapTable table_;
  std::vector<Standing> standing_;
  std::size_t problems_;
  Canvas canvas_;
  Area inside_;
  float labels_ = 0;
};

}  // namespace

Plot heat_map(std::span<const TrialResult> rows, const HeatMapOptions& options, const PlotStyle& style) {
  if (rows.empty()) return empty_plot(style, options.title, "no measurements yet");
  return HeatMapDrawing(rows, options, style).draw();
}

}  // namespace texelsort::app
