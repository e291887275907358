#include <algorithm>
#include <vector>

#include "app/gui/panels/panels.h"
#include "app/gui/window/compat.h"
#include "app/gui/window/shortcuts.h"
#include "app/gui/window/text_log.h"

namespace texelsort::app {

namespace {

struct Line {
  const char* shown;
  const char* help;
};

/// Layout of the help page: lines in columns of equal width. A line is taller if its text needs several lines.
struct HelpLayout {
  std::vector<Line> lines;
  std::size_t columns = 1, per_column = 1;
  /// In pixels: width of the part of a column that shows keys, and width of the whole column.
  float key_column = 0, column = 0;
};

HelpLayout lay_out_help(const Ui& ui, float room) {
  HelpLayout layout;
  for (const Shortcut& key : shortcuts()) layout.lines.push_back({key.shown, key.help});
  for (const Gesture& gesture : gestures()) layout.lines.push_back({gesture.shown, gesture.help});
  for (const Line& line : layout.lines) {
    layout.key_column = std::max(layout.key_column, text_width(ui.fonts.mono_small, line.shown) + ui.px(26));
  }
  const float widest = layout.key_column + ui.px(270);
  layout.columns = std::clamp<std::size_t>(static_cast<std::size_t>(room / widest), 1, 3);
  layout.column = std::min(widest, room / static_cast<float>(layout.columns));
  layout.per_column = (layout.lines.size() + layout.columns - 1) / layout.columns;
  return layout;
}

float line_room(const Ui& ui, const HelpLayout& layout) {
  return layout.column - layout.key_column - ui.px(14);
}

float tall(const Ui& ui, const HelpLayout& layout, const Line& line) {
  return std::max(line_height(ui.fonts.mono_small) + ui.px(7),
                  wrapped_height(ui.fonts.body, line.help, line_room(ui, layout))) +
         ui.px(6);
}

float highest_column(const Ui& ui, const HelpLayout& layout) {
  float highest = 0, height = 0;
  for (std::size_t i = 0; i < layout.lines.size(); ++i) {
    if (i % layout.per_column == 0) height = 0;
    highest = std::max(highest, height += tall(ui, layout, layout.lines[i]));
  }
  return highest;
}

void draw_line_of_help(const Ui& ui, const HelpLayout& layout, const Line& line, ImVec2 at) {
  const float width = text_width(ui.fonts.mono_small, line.shown) + ui.px(14);
  const float height = line_height(ui.fonts.mono_small) + ui.px(7);
  const Box key = Box::at(at, {width, height});
  draw_box(key, ui.theme.raised, ui.px(5));
  draw_outline(key, ui.theme.line, 1, ui.px(5));
  draw_text_centred(ui.fonts.mono_small, key.middle(), ui.theme.text, line.shown);
  draw_text_wrapped(ui.fonts.body, {at.x + layout.key_column, at.y + 0.5f * (height - line_height(ui.fonts.body))},
                    ui.theme.dim, line.help, line_room(ui, layout));
}

/// Draws the help page, which can be scrolled if the window is too low for it.
void draw_page(const Ui& ui, const HelpLayout& layout, const Box& box) {
  begin_card(ui, "keys", box, true);
  heading(ui, "Keys and mouse");
  const ImVec2 start = ImGui::GetCursorScreenPos();
  float y = start.y;
  for (std::size_t i = 0; i < layout.lines.size(); ++i) {
    if (i % layout.per_column == 0) y = start.y;
    const std::size_t column = i / layout.per_column;
    draw_line_of_help(ui, layout, layout.lines[i], {start.x + layout.column * static_cast<float>(column), y});
    y += tall(ui, layout, layout.lines[i]);
  }
  ImGui::SetCursorScreenPos(start);
  ImGui::Dummy({layout.column * static_cast<float>(layout.columns), highest_column(ui, layout)});
  end_scrolling_card(ui, box);
}

}  // namespace

void help_overlay(Ui& ui, const Box& window) {
  if (!ui.help_open) return;
  const OverAll over_all;
  ImGui::SetCursorScreenPos(window.low);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, with_alpha(IM_COL32(0, 0, 0, 255), 0.55f));
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, 0.0f);
  compat::begin_child("help", window.size(), false, ImGuiWindowFlags_NoScrollbar);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  const ImVec2 pad{2 * ui.px(16) + ui.px(10), 2 * ui.px(14) + line_height(ui.fonts.title) + ui.px(10)};
  const HelpLayout layout = lay_out_help(ui, window.width() - ui.px(20) - pad.x);
  const float width = layout.column * static_cast<float>(layout.columns) + pad.x;
  const float height = std::min(highest_column(ui, layout) + pad.y, window.height() - ui.px(20));
  const Box box = Box::around(window.middle(), 0.5f * width, 0.5f * height).floored();
  draw_page(ui, layout, box);
  const bool beside = ImGui::IsMouseClicked(0) && !box.contains(ImGui::GetIO().MousePos);
  ImGui::EndChild();
  if (beside) ui.help_open = false;
}

}  // namespace texelsort::app
