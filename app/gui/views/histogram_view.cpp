#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "app/gui/views/diagrams.h"
#include "app/playback/models/selection_progress.h"

namespace texelsort::app {

namespace {

/// Layout of the bars of a histogram: one bar per bin, side by side.
struct BinLayout : Slots {
  std::uint64_t most = 1;
  bool logarithmic = false;

  float height(std::uint64_t keys) const {
    if (keys == 0) return 0;
    const auto of = static_cast<double>(keys), all = static_cast<double>(most);
    const double share = logarithmic ? std::log2(1 + of) / std::log2(1 + all) : of / all;
    // give even the bar of a single key a visible height
    return std::max(2.0f, box.height() * static_cast<float>(share));
  }
};

/// Returns whether a linear scale would hide most bins, because a few bins contain almost all keys.
bool wants_logarithm(const std::vector<DigitHistogram>& histograms) {
  constexpr double much_above_mean = 32;
  std::uint64_t most = 0;
  double sum = 0, used = 0;
  for (const DigitHistogram& histogram : histograms) {
    for (const std::uint64_t count : histogram.bins) {
      if (count == 0) continue;
      most = std::max(most, count);
      sum += static_cast<double>(count);
      ++used;
    }
  }
  return used > 0 && static_cast<double>(most) > much_above_mean * sum / used;
}

const DigitHistogram::Mark* mark_of(const DigitHistogram& histogram, std::size_t bin) {
  const auto found = std::ranges::find(histogram.marks, bin, &DigitHistogram::Mark::digit);
  return found == histogram.marks.end() ? nullptr : &*found;
}

std::string digit_text(std::uint64_t digit, std::size_t bins) {
  return fmt::format("{:0{}b}", digit, std::max(1, static_cast<int>(std::bit_width(bins - 1))));
}

/// Draws the bars of a histogram. Bins narrower than a pixel share a pixel column, which shows the highest of them.
void draw_bins(const Ui& ui, const DigitHistogram& histogram, const BinLayout& layout) {
  const float gap = layout.gap(0.14f);
  for (std::size_t bin = 0; bin < layout.count; ++bin) {
    const float left = layout.x(bin), height = layout.height(histogram.bins[bin]);
    if (height <= 0) continue;
    const bool chosen = mark_of(histogram, bin) != nullptr;
    draw_box({{left, layout.box.high.y - height}, {std::max(left + 1, left + layout.pitch - gap), layout.box.high.y}},
             chosen ? ui.theme.maximum : ui.theme.accent);
  }
  draw_line({layout.box.low.x, layout.box.high.y + 1}, {layout.box.high.x, layout.box.high.y + 1}, ui.theme.faint);
}

/// Describes in words how the histogram's counts decide the digit of each wanted element.
std::string marks_text(const DigitHistogram& histogram) {
  std::string text;
  for (const DigitHistogram::Mark& mark : histogram.marks) {
    text += fmt::format("{}k = {}: digit {}, {} here, {} above", text.empty() ? "" : ";  ", grouped(mark.k),
                        digit_text(mark.digit, histogram.bins.size()), grouped(histogram.bins[mark.digit]),
                        grouped(mark.above));
  }
  return text;
}

/// Draws a triangle above each bin that contains a wanted element, with the element's k.
void draw_marks(const Ui& ui, const DigitHistogram& histogram, const BinLayout& layout) {
  const float side = ui.px(7), tall = line_height(ui.fonts.small);
  float free_until = layout.box.low.x - 1;
  std::vector<DigitHistogram::Mark> marks = histogram.marks;
  std::ranges::sort(marks, {}, &DigitHistogram::Mark::digit);
  for (const DigitHistogram::Mark& mark : marks) {
    const float x = layout.x(mark.digit) + 0.5f * layout.pitch;
    const float tip = layout.box.high.y - layout.height(histogram.bins[mark.digit]) - ui.px(2);
    draw_triangle({x - side, tip - 1.4f * side}, {x + side, tip - 1.4f * side}, {x, tip}, ui.theme.maximum);
    const std::string text = "k = " + grouped(mark.k);
    const float width = text_width(ui.fonts.small, text);
    const float left = std::clamp(x - 0.5f * width, layout.box.low.x, layout.box.high.x - width);
    if (left < free_until) continue;
    const float top = tip - 1.4f * side - tall - ui.px(2);
    draw_box({{left - ui.px(3), top}, {left + width + ui.px(3), top + tall}}, with_alpha(ui.theme.panel, 0.85f),
             ui.px(4));
    draw_text(ui.fonts.small, {left, top}, ui.theme.text, text);
    free_until = left + width + ui.px(8);
  }
}

/// Selects the first key that the bin under the mouse counts.
void point_at_bin(const Ui& ui, Session& session, const DigitHistogram& histogram, const BinLayout& layout) {
  const auto bin = layout.pointed(ImGui::IsItemHovered());
  if (!bin) return;
  show_tooltip(ui,
               fmt::format("digit {} ({}): {}", digit_text(*bin, layout.count), *bin, keys_text(histogram.bins[*bin])));
  const auto* state = session.player().state();
  if (state == nullptr) return;
  const auto place = histogram.first_key(data::codes(state->keys, session.problem().order), *bin);
  if (place) point_at(session, pair_of(session.player(), *place));
}

/// Draws a histogram: its title, its bars, and the first and the last digit below the bars.
void draw_histogram(const Ui& ui, Session& session, const DigitHistogram& histogram, Box box, bool logarithmic) {
  const float line = line_height(ui.fonts.small);
  std::uint64_t keys = 0, most = 1;
  for (const std::uint64_t count : histogram.bins) {
    keys += count;
    most = std::max(most, count);
  }
  const std::string title =
      fmt::format("{}{}, at most {} per digit", histogram.prefix.empty() ? "" : "keys " + histogram.prefix + ": ",
                  keys_text(keys), grouped(most));
  draw_text_elided(ui.fonts.small, box.low, ui.theme.dim, title, box.width());
  const float room = box.width() - text_width(ui.fonts.small, title) - ui.px(24);
  if (room > ui.px(60)) {
    const std::string marks = marks_text(histogram), shown = fitting_clauses(ui.fonts.small, marks, room);
    const ImVec2 at{box.high.x - text_width(ui.fonts.small, shown), box.low.y};
    draw_shortened(ui.fonts.small, at, ui.theme.text, marks, shown);
  }
  const Box body{{box.low.x, box.low.y + 2 * line + ui.px(20)}, {box.high.x, box.high.y - line - ui.px(5)}};
  if (body.height() < ui.px(10)) return;
  const BinLayout layout{Slots::across(body, histogram.bins.size()), most, logarithmic};
  draw_bins(ui, histogram, layout);
  draw_marks(ui, histogram, layout);
  const std::string first = digit_text(0, layout.count), last = digit_text(layout.count - 1, layout.count);
  draw_text(ui.fonts.mono_small, {box.low.x, layout.box.high.y + ui.px(4)}, ui.theme.dim, first);
  draw_text_before(ui.fonts.mono_small, {box.high.x, layout.box.high.y + ui.px(4)}, ui.theme.dim, last);
  point_at_bin(ui, session, histogram, layout);
}

void draw_histogram_diagram(Ui& ui, Session& session, const Box& box) {
  const auto histograms = digit_histograms(session.player());
  if (histograms.empty()) {
    const Box body = view_header(ui, box, "Histogram", "");
    return draw_text(ui.fonts.body, body.low, ui.theme.dim, "No digits are counted yet.");
  }
  const bool logarithmic = wants_logarithm(histograms);
  Box body = view_header(
      ui, box, "Histogram",
      fmt::format("{}: keys by digit{}", session.player().record()->header.stage, logarithmic ? ", logarithmic" : ""));
  ImGui::SetCursorScreenPos(body.low);
  if (body.width() >= 8 && body.height() >= 8) ImGui::InvisibleButton("bins", body.size());
  const float least = ui.px(110), gap = ui.px(10);
  const auto rows =
      std::clamp<std::size_t>(static_cast<std::size_t>((body.height() + gap) / (least + gap)), 1, histograms.size());
  const bool more = rows < histograms.size();
  if (more) body.high.y -= line_height(ui.fonts.small) + ui.px(2);
  const float height = (body.height() - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows);
  for (std::size_t p = 0; p < rows; ++p) {
    const float top = body.low.y + (height + gap) * static_cast<float>(p);
    draw_histogram(ui, session, histograms[p], {{body.low.x, top}, {body.high.x, top + height}}, logarithmic);
  }
  if (more) {
    draw_text(ui.fonts.small, {body.low.x, body.high.y + ui.px(2)}, ui.theme.dim,
              fmt::format("and {} more prefixes: enlarge the view (3)", histograms.size() - rows));
  }
}

}  // namespace

/// Returns the diagram of a selection by digits. It shows the histograms of the present digit, one per prefix.
Diagram histogram_diagram() {
  return {.name = "histogram",
          .title = "Histogram",
          .absent = " does not count digits of an answer.",
          .tables = {algorithms::tables::SelectionHistogram{}},
          .draw = draw_histogram_diagram,
          .pointing = "Point at a texel or a bar to see its key and whether it is the answer. Click to pin it.",
          .share = 0.56f};
}

}  // namespace texelsort::app
