#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "app/export/plots/canvas.h"
#include "app/export/plots/external_plot.h"
#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace {

using external::size_text;

/// A level of the merge tree with `count` sequences. Each sequence is merged from `each` sequences of the level below.
struct Level {
  std::uint64_t count = 0, each = 0;
};

/// Returns the levels of the merge tree, from the runs to the output.
std::vector<Level> levels_of(std::uint64_t runs, std::uint64_t fan_in) {
  std::vector<Level> levels{{runs, 1}};
  while (levels.back().count > 1 && fan_in > 1) {
    levels.push_back({(levels.back().count + fan_in - 1) / fan_in, fan_in});
  }
  return levels;
}

class Tree {
 public:
  Tree(Canvas& canvas, const external::SortReport& report, std::vector<Level> levels)
      : canvas_(canvas), report_(report), levels_(std::move(levels)) {
    const float em = canvas_.em();
    left_ = em;
    right_ = canvas_.width() - em;
    top_ = canvas_.top() + 0.8f * em;
    constexpr float most = 16;  // greatest distance between two levels in ems, which leaves enough space for the edges
    const float room = canvas_.height() - 0.5f * em - top_ - (2 * words + node) * em;
    step_ = levels_.size() > 1 ? std::min(room / static_cast<float>(levels_.size() - 1), most * em) : 0.0f;
  }

  void draw() {
    for (std::size_t level = levels_.size(); level-- > 1;) edges(level);
    for (std::size_t level = 0; level < levels_.size(); ++level) nodes(level);
  }

  static constexpr float node = 1.5f;  ///< height in ems of the box that represents a sequence
  /// Height in ems of the line of text of a level. Texts of merges are above their level, the text of the runs is below
  /// it.
  static constexpr float words = 1.6f;

 private:
  /// Returns the upper edge of a level of the merge tree in pixels. The level of the output is at the top.
  float y_of(std::size_t level) const {
    return top_ + words * canvas_.em() + static_cast<float>(levels_.size() - 1 - level) * step_;
  }
  float width_of(std::size_t level) const { return (right_ - left_) / static_cast<float>(levels_[level].count); }
  /// Returns whether each sequence of a level has its own box. If boxes would be too narrow, one band represents the
  /// whole level.
  bool apart(std::size_t level) const { return width_of(level) > 0.35f * canvas_.em(); }
  float middle_of(std::size_t level, std::uint64_t i) const {
    // Centre a sequence above its own inputs, because the last sequence of a level may have fewer inputs than the
    // others.
    std::uint64_t first = i, last = i + 1;
    for (std::size_t below = level; below > 0; --below) {
      first *= levels_[below].each;
      last = std::min(last * levels_[below].each, levels_[below - 1].count);
    }
    const auto runs = static_cast<float>(levels_.front().count);
    return left_ + 0.5f * static_cast<float>(first + last) / runs * (right_ - left_);
  }

  void edges(std::size_t level) {
    if (!apart(level)) return;
    const float em = canvas_.em(), from = y_of(level) + node * em, to = y_of(level - 1);
    const bool single = apart(level - 1);
    for (std::uint64_t i = 0; i < levels_[level].count; ++i) {
      const std::uint64_t first = i * levels_[level].each,
                          end = std::min(first + levels_[level].each, levels_[level - 1].count);
      const Point parent{middle_of(level, i), from};
      if (single) {
        for (std::uint64_t child = first; child < end; ++child) {
          canvas_.line({parent, {middle_of(level - 1, child), to}}, 0.06f * em, canvas_.style().dim);
        }
      } else {
        const float low = left_ + static_cast<float>(first) * width_of(level - 1),
                    high = left_ + static_cast<float>(end) * width_of(level - 1);
        canvas_.polygon({parent, {high, to}, {low, to}}, faded(canvas_.style().dim, 0.35));
      }
    }
  }

  /// Returns the finished fraction of a level of the merge tree, from 0 to 1. For the level of the runs, it is the
  /// fraction of runs that are complete. For a merge, it is the fraction of the output that is written.
  double done(std::size_t level) const {
    const external::SortState& state = report_.state;
    if (state.phase == external::SortPhase::done || state.phase == external::SortPhase::syncing) return 1;
    if (level == 0) {
      return std::min(1.0, static_cast<double>(state.runs) / static_cast<double>(levels_.front().count));
    }
    if (state.merge_bytes == 0) return 0;
    const double merges = static_cast<double>(levels_.size() - 1);
    const double all = merges * static_cast<double>(state.merged_bytes) / static_cast<double>(state.merge_bytes);
    return std::clamp(all - static_cast<double>(level - 1), 0.0, 1.0);
  }

  std::string words_of(std::size_t level) const {
    const Level& here = levels_[level];
    const auto run = static_cast<double>(report_.plan.run_bytes);
    if (level + 1 == levels_.size() && level > 0) {
      return fmt::format("output: {} merged at once", here.count == 1 && level == 1
                                                          ? data::counted(levels_[0].count, "run")
                                                          : data::counted(levels_[level - 1].count, "sequence"));
    }
    if (level == 0) return fmt::format("{} of {}", data::counted(here.count, "run"), size_text(run));
    return fmt::format("{}, each from up to {} below", data::counted(here.count, "sequence"), data::grouped(here.each));
  }

  void nodes(std::size_t level) {
    const PlotStyle& style = canvas_.style();
    const float em = canvas_.em(), y = y_of(level);
    const Level& here = levels_[level];
    const bool top = level + 1 == levels_.size();
    const auto complete = static_cast<float>(done(level));
    const Colour full = style.series.front();
    if (!apart(level) || here.count == 1) {
      canvas_.fill({left_, y, left_ + complete * (right_ - left_), y + node * em}, top ? style.accent : full);
      canvas_.frame({left_, y, right_, y + node * em}, 0.1f * em, style.dim);
    } else {
      const float half = 0.5f * std::min(width_of(level) - 0.15f * em, 3 * em);
      for (std::uint64_t i = 0; i < here.count; ++i) {
        const float x = middle_of(level, i);
        const Area area{x - half, y, x + half, y + node * em};
        const float share = std::clamp(complete * static_cast<float>(here.count) - static_cast<float>(i), 0.0f, 1.0f);
        canvas_.fill({area.left, area.top, area.left + share * (area.right - area.left), area.bottom}, full);
        canvas_.frame(area, 0.08f * em, style.dim);
      }
    }
    const std::string text = fmt::format("{}, {:.0f} % done", words_of(level), 100 * static_cast<double>(complete));
    const float wide = std::min(canvas_.text_width(text), right_ - left_);
    // Write the text of the runs into the free space below them. Above the other levels, a text covers only lines of
    // the tree.
    const float middle = level == 0 ? y + (node + 0.9f) * em : y - 0.8f * em;
    if (level > 0) {
      canvas_.fill({left_, middle - 0.7f * em, left_ + wide + 0.4f * em, middle + 0.6f * em}, style.background);
    }
    canvas_.text({left_, middle}, Side::left, text, style.text, right_ - left_);
    canvas_.hit({.area = {left_, y, right_, y + node * em}, .text = words_of(level)});
  }

  Canvas& canvas_;
  const external::SortReport& report_;
  std::vector<Level> levels_;
  float left_ = 0, right_ = 0, top_ = 0, step_ = 0;
};

}  // namespace

Plot external_merge_tree(const external::SortReport& report, const std::string& title, const PlotStyle& style) {
  const external::Plan& plan = report.plan;
  if (plan.fits) return empty_plot(style, title, "the input fits into memory: nothing is merged");
  const std::uint64_t runs = std::max(report.runs > 0 ? report.runs : plan.runs, report.state.runs);
  if (runs == 0 || plan.fan_in == 0) return empty_plot(style, title, "the number of runs is not known yet");
  auto levels = levels_of(runs, plan.fan_in);
  const float least = (Tree::node + Tree::words + 2.4f) * style.em * static_cast<float>(levels.size()) + 6 * style.em;
  Canvas canvas(style, title,
                fmt::format("merges up to {} at a time, in reads of {}", plan.fan_in, size_text(plan.read_bytes)),
                std::max(style.height, least));
  Tree(canvas, report, std::move(levels)).draw();
  return std::move(canvas.plot());
}

}  // namespace texelsort::app
