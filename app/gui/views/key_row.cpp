#include "app/gui/views/key_row.h"

#include <algorithm>
#include <cmath>

#include "app/export/colours.h"
#include "app/gui/views/patterns.h"
#include "app/problem/short_number.h"

namespace texelsort::app {

namespace {

constexpr std::size_t most_lines = 3, most_letters = 7;
constexpr std::uint64_t most_written = 512;

float line_of_values(const Ui& ui) {
  return line_height(ui.fonts.mono_small) + ui.px(1);
}

std::string value_of(const KeyRow& row, std::uint64_t place) {
  return short_number(data::text(*row.keys, place), most_letters);
}

float floor_of(const Ui& ui, const KeyRow& row) {
  return row.slots.box.high.y - line_of_values(ui) * static_cast<float>(row.lines);
}

/// Draws the value of each key below its bar. A tick leads from the bar to a value that is not on the first line.
void draw_values(const Ui& ui, const KeyRow& row) {
  const float line = line_of_values(ui), floor = floor_of(ui, row);
  for (std::uint64_t place = 0; place < row.slots.count; ++place) {
    const auto turn = static_cast<float>(place % row.lines);
    const float y = floor + line * (turn + 0.5f);
    if (turn > 0) draw_line({row.middle(place), floor}, {row.middle(place), y - 0.5f * line}, ui.theme.faint);
    draw_text_centred(ui.fonts.mono_small, {row.middle(place), y}, ui.theme.text, value_of(row, place));
  }
}

/// Adjacent bars of the same group that are too narrow to show a pattern. One pattern is drawn across all of them.
struct Run {
  Box box{};
  std::uint32_t group = KeyGroups::none;

  void add(const Ui& ui, const KeyRow& row, const Box& bar, std::uint32_t of) {
    if (of != group) {
      end(ui, row);
      box = bar;
      group = of;
    }
    box.high.x = bar.high.x;
    box.low.y = std::max(box.low.y, bar.low.y);
  }
  void end(const Ui& ui, const KeyRow& row) {
    if (group != KeyGroups::none) {
      draw_pattern(ui, box, group_pattern(group), with_alpha(readable_on(row.colour_of(group)), 0.45f));
    }
    group = KeyGroups::none;
  }
};

}  // namespace

float KeyRow::top(const Ui& ui, const Session& session, std::uint64_t place) const {
  const double unit = std::clamp(value_range(session.player()).unit(*keys, place), 0.0, 1.0);
  const float floor = floor_of(ui, *this), foot = ui.px(3);
  return floor - foot - std::max(0.0f, floor - foot - slots.box.low.y) * static_cast<float>(unit);
}

std::size_t value_lines(const Ui& ui, const KeyRow& row) {
  if (row.slots.count > most_written) return 0;
  float widest = 0;
  for (std::uint64_t place = 0; place < row.slots.count; ++place) {
    widest = std::max(widest, text_width(ui.fonts.mono_small, value_of(row, place)));
  }
  const auto lines = static_cast<std::size_t>(std::ceil((widest + ui.px(3)) / row.slots.pitch));
  const bool low = line_of_values(ui) * static_cast<float>(lines) > 0.5f * row.slots.box.height();
  return lines > most_lines || low ? 0 : lines;
}

void draw_key_row(const Ui& ui, const Session& session, const KeyRow& row) {
  const float gap = row.slots.gap(0.12f), floor = floor_of(ui, row);
  const auto step = static_cast<std::uint64_t>(std::max(1.0f, 1 / row.slots.pitch));
  Run run;
  for (std::uint64_t place = 0; place < row.slots.count; place += step) {
    const float left = row.slots.x(place);
    const float right = std::max(left + 1, left + row.slots.pitch * static_cast<float>(step) - gap);
    const Box bar{{left, row.top(ui, session, place)}, {right, floor}};
    const std::uint32_t group = row.group_of ? row.group_of(place) : KeyGroups::none;
    if (session.look.value_colours || group == KeyGroups::none) {
      run.end(ui, row);
      draw_colour_box(ui, bar, key_colour(session, ui.theme, *row.keys, place), row.group_of ? 0.4f : 1.0f,
                      gap > 0 ? ui.px(2) : 0);
    } else if (row.slots.pitch >= ui.px(narrowest_patterned)) {
      draw_group_box(ui, bar, row.colour_of(group), group, 1, gap > 0 ? ui.px(2) : 0);
    } else {
      draw_box(bar, to_color(row.colour_of(group)));
      run.add(ui, row, bar, group);
    }
  }
  run.end(ui, row);
  draw_line({row.slots.box.low.x, floor}, {row.slots.box.high.x, floor}, ui.theme.faint);
  if (row.lines > 0) draw_values(ui, row);
}

void mark_place(const Ui& ui, const KeyRow& row, std::uint64_t place) {
  const float grow = std::max(1.0f, ui.px(2) - 0.5f * row.slots.pitch);
  const Box& box = row.slots.box;
  draw_outline({{row.slots.x(place) - grow, box.low.y - 1}, {row.slots.x(place + 1) + grow - 1, box.high.y + 1}},
               ui.theme.selected, ui.px(1.75f), ui.px(2));
}

}  // namespace texelsort::app
