#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/export/plots/canvas.h"
#include "app/export/plots/table.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

class ParallelDrawing {
 public:
  ParallelDrawing(std::span<const TrialResult> rows, const ParallelOptions& options, const PlotStyle& style)
      : rows_(rows), kept_(rows_where(rows, options.where)), standing_(standings(rows, kept_)) {
    for (const std::size_t i : kept_) {
      if (standing_[i].rank > 0) order_.push_back(i);
    }
    // Draw the worst rows first, so that the lines of the best rows are on top.
    std::ranges::stable_sort(order_, std::greater{}, [this](std::size_t i) { return standing_[i].relative; });
    const double share = std::clamp(options.best_percent, 0.0, 100.0) / 100;
    best_ = static_cast<std::size_t>(std::ceil(share * static_cast<double>(order_.size()) - 1e-9));
    for (WeightedDimension& weighted : by_importance(rows, kept_, standing_)) {
      dimensions_.push_back(std::move(weighted.dimension));
    }
    // Put the most influential dimension next to the axis of times.
    std::ranges::reverse(dimensions_);
    relative_ = problem_count(rows, kept_) > 1;
    canvas_.emplace(
        style, options.title,
        fmt::format("best {:.3g} %: {} of {} measured configurations", std::clamp(options.best_percent, 0.0, 100.0),
                    data::grouped(best_), data::grouped(order_.size())));
  }

  Plot draw() {
    lay_out();
    for (std::size_t place = 0; place < order_.size(); ++place) draw_line(place);
    for (std::size_t a = 0; a < dimensions_.size(); ++a) draw_axis(a);
    draw_time_axis();
    canvas_->plot().inside = inside_;
    return std::move(canvas_->plot());
  }

 private:
  float em() const { return canvas_->em(); }
  double time_of(std::size_t row) const { return relative_ ? standing_[row].relative : rows_[row].ms.median; }
  Quantity quantity() const { return relative_ ? Quantity::ratio : Quantity::milliseconds; }

  void lay_out() {
    inside_ = {2.5f * em(), canvas_->top() + 2.4f * em(), canvas_->width() - 6 * em(), canvas_->height() - 1.5f * em()};
    ValueSpan span{time_of(order_.front()), time_of(order_.front())};
    for (const std::size_t i : order_) span = {std::min(span.low, time_of(i)), std::max(span.high, time_of(i))};
    // Put the fastest time at the top, where a ranking has its first entry.
    span = roomy(span.low, span.high, true);
    canvas_->plot().y = AxisScale{true, span.low, span.high, inside_.top, inside_.bottom};
  }

  float axis_x(std::size_t a) const {
    return inside_.left + (inside_.right - inside_.left) * static_cast<float>(a) /
                              static_cast<float>(std::max<std::size_t>(dimensions_.size(), 1));
  }

  /// Returns the y of a value on the axis of its dimension. Values increase upwards, and rows without a value are below
  /// all values.
  float value_y(const Dimension& dimension, std::size_t value) const {
    const float share =
        (static_cast<float>(value) + 0.5f) / static_cast<float>(dimension.values.size() + (has_gap(dimension) ? 1 : 0));
    return inside_.bottom - share * (inside_.bottom - inside_.top);
  }
  bool has_gap(const Dimension& dimension) const {
    return std::ranges::any_of(order_, [&](std::size_t i) { return value_of(rows_[i], dimension.name).empty(); });
  }
  float place(const Dimension& dimension, std::size_t row) const {
    const std::string value = value_of(rows_[row], dimension.name);
    const std::size_t first = has_gap(dimension) ? 1 : 0;
    if (value.empty()) return value_y(dimension, 0);
    const auto found = std::ranges::find(dimension.values, value);
    return value_y(dimension, first + static_cast<std::size_t>(found - dimension.values.begin()));
  }

  void draw_line(std::size_t place_in_order) {
    const std::size_t row = order_[place_in_order];
    const bool best = place_in_order + best_ >= order_.size();
    const PlotStyle& style = canvas_->style();
    const AxisScale& time = *canvas_->plot().y;
    std::vector<Point> points;
    // Offset lines with equal values, so that a reader sees how many lines there are.
    const float spread = 0.5f * em() * (static_cast<float>(rank_of(row)) / static_cast<float>(order_.size()) - 0.5f);
    for (std::size_t a = 0; a < dimensions_.size(); ++a) {
      points.push_back({axis_x(a), place(dimensions_[a], row) + spread});
    }
    points.push_back({inside_.right, time.place(time_of(row))});
    if (points.size() == 1) points.insert(points.begin(), {inside_.left, points.front().y});
    canvas_->line(points, (best ? 0.16f : 0.08f) * em(), best ? style.accent : faded(style.faint, 0.45));
    canvas_->hit({.area = {}, .line = std::move(points), .row = row, .text = row_text(rows_[row], standing_[row])});
  }

  std::size_t rank_of(std::size_t row) const { return standing_[row].rank; }

  void draw_axis(std::size_t a) {
    const PlotStyle& style = canvas_->style();
    const Dimension& dimension = dimensions_[a];
    const float x = axis_x(a), room = axis_x(a + 1) - x - em();
    canvas_->line({{x, inside_.top}, {x, inside_.bottom}}, 1.5f, style.dim);
    canvas_->text({x - (a == 0 ? 1.5f * em() : 0.0f), inside_.top - 1.1f * em()}, a == 0 ? Side::left : Side::middle,
                  dimension.name, style.text, room);
    std::vector<std::string> values = dimension.values;
    if (has_gap(dimension)) values.insert(values.begin(), "none");
    float free_above = canvas_->height();
    for (std::size_t value = 0; value < values.size(); ++value) {
      const float y = value_y(dimension, value);
      if (y > free_above) continue;
      draw_value(x, y, values[value], room);
      free_above = y - 1.5f * em();
    }
  }

  /// Draws the text of a value on a plate that hides the lines behind the text.
  void draw_value(float x, float y, const std::string& text, float room) {
    const PlotStyle& style = canvas_->style();
    const float width = std::min(canvas_->text_width(text), room - 0.6f * em());
    canvas_->fill({x + 0.25f * em(), y - 0.65f * em(), x + width + 0.75f * em(), y + 0.65f * em()},
                  faded(style.background, 0.8));
    canvas_->text({x + 0.5f * em(), y}, Side::left, text, style.text, room - 0.6f * em());
  }

  void draw_time_axis() {
    const PlotStyle& style = canvas_->style();
    const AxisScale& time = *canvas_->plot().y;
    canvas_->line({{inside_.right, inside_.top}, {inside_.right, inside_.bottom}}, 1.5f, style.dim);
    canvas_->text({canvas_->width() - 0.6f * em(), inside_.top - 1.1f * em()}, Side::right,
                  relative_ ? "relative time" : "time", style.text);
    const auto most = static_cast<std::size_t>(std::max(2.0f, (inside_.bottom - inside_.top) / (2.5f * em())));
    float free_below = 0;
    for (const Tick& tick : ticks(time, quantity(), most)) {
      const float y = time.place(tick.value);
      if (y < free_below) continue;
      canvas_->line({{inside_.right, y}, {inside_.right + 0.4f * em(), y}}, 1.5f, style.dim);
      canvas_->text({inside_.right + 0.7f * em(), y}, Side::left, tick.text, style.dim);
      free_below = y + 1.3f * em();
    }
  }

  std::span<const TrialResult> rows_;
  std::vector<std::size_t> kept_;
  std::vector<Standing> standing_;
  std::vector<std::size_t> order_;
  std::size_t best_ = 0;
  std::vector<Dimension> dimensions_;
  bool relative_ = false;
  std::optional<Canvas> canvas_;
  Area inside_;
};

}  // namespace

Plot parallel_coordinates(std::span<const TrialResult> rows, const ParallelOptions& options, const PlotStyle& style) {
  if (!any_measured(rows, options.where)) return empty_plot(style, options.title, "no measurements yet");
  return ParallelDrawing(rows, options, style).draw();
}

}  // namespace texelsort::app
