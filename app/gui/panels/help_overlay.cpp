#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/gui/panels/panels.h"
#include "app/gui/window/compat.h"
#include "app/gui/window/shortcuts.h"
#include "app/gui/window/text_log.h"

namespace texelsort::app {

namespace {

constexpr std::array group_titles{"Playing", "Selecting",        "Views", "Lessons and questions",
                                  "Tools",   "Files and window", "Mouse"};

struct Line {
  const char* shown;
  const char* help;
};

/// Returns the index in `group_titles` of the group to which a key belongs.
std::size_t group_of(Key key) {
  switch (key) {
    case Key::space:
    case Key::right:
    case Key::left:
    case Key::page_down:
    case Key::page_up:
    case Key::home:
    case Key::end:
    case Key::letter_r:
    case Key::letter_l:
    case Key::letter_j:
    case Key::plus:
    case Key::minus:
      return 0;
    case Key::up:
    case Key::down:
    case Key::shift_left:
    case Key::shift_right:
    case Key::shift_up:
    case Key::shift_down:
    case Key::letter_w:
    case Key::escape:
      return 1;
    case Key::letter_h:
    case Key::letter_q:
    case Key::letter_u:
    case Key::letter_d:
    case Key::letter_i:
    case Key::control_t:
    case Key::enter:
    case Key::backspace:
      return 3;
    case Key::letter_a:
    case Key::letter_c:
    case Key::letter_e:
    case Key::letter_m:
    case Key::letter_n:
    case Key::letter_v:
    case Key::letter_x:
    case Key::letter_y:
      return 4;
    case Key::control_c:
    case Key::control_o:
    case Key::control_p:
    case Key::control_q:
    case Key::control_s:
    case Key::control_z:
    case Key::control_shift_z:
    case Key::control_plus:
    case Key::control_minus:
    case Key::control_0:
    case Key::f1:
    case Key::f11:
      return 5;
    default:
      return 2;
  }
}

struct Group {
  const char* title;
  std::vector<Line> lines;
  float keys = 0;  ///< width in pixels of the part that shows the keys
};

std::vector<Group> all_groups() {
  std::vector<Group> all;
  for (const char* title : group_titles) all.push_back({title, {}, 0});
  for (const Shortcut& key : shortcuts()) all[group_of(key.key)].lines.push_back({key.shown, key.help});
  for (const Gesture& gesture : gestures()) all.back().lines.push_back({gesture.shown, gesture.help});
  return all;
}

/// Layout of the help page: groups of lines in columns of equal width. A line is higher if its text needs several
/// lines.
struct HelpLayout {
  std::vector<Group> groups;
  std::vector<std::size_t> column_of;  ///< index of the column of each group
  std::size_t columns = 1;
  ImFont* font = nullptr;
  /// Width of a column, and height of the highest one, both in pixels.
  float column = 0, height = 0;
};

float line_room(const Ui& ui, const HelpLayout& layout, const Group& group) {
  return layout.column - group.keys - ui.px(14);
}

float tall(const Ui& ui, const HelpLayout& layout, const Group& group, const Line& line) {
  return std::max(line_height(ui.fonts.mono_small) + ui.px(4),
                  wrapped_height(layout.font, line.help, line_room(ui, layout, group))) +
         ui.px(2);
}

float title_height(const Ui& ui) {
  return line_height(ui.fonts.title) + ui.px(6);
}

float tall(const Ui& ui, const HelpLayout& layout, const Group& group) {
  float height = title_height(ui) + ui.px(10);
  for (const Line& line : group.lines) height += tall(ui, layout, group, line);
  return height;
}

/// Places the groups in columns: the highest group first, each in the column that is lowest so far. Groups of a column
/// keep their order.
void place_groups(const Ui& ui, HelpLayout& layout) {
  std::vector<float> heights;
  for (const Group& group : layout.groups) heights.push_back(tall(ui, layout, group));
  std::vector<std::size_t> order(heights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t group) { return heights[group]; });
  std::vector<float> filled(layout.columns, 0.0f);
  layout.column_of.assign(heights.size(), 0);
  for (const std::size_t group : order) {
    const auto lowest = std::ranges::min_element(filled);
    layout.column_of[group] = static_cast<std::size_t>(lowest - filled.begin());
    *lowest += heights[group];
  }
  layout.height = *std::ranges::max_element(filled);
  // Number the columns by their first groups, so that the reader finds the groups in their order.
  std::vector<std::size_t> number(layout.columns, layout.columns);
  std::size_t next = 0;
  for (std::size_t& column : layout.column_of) {
    if (number[column] == layout.columns) number[column] = next++;
    column = number[column];
  }
}

/// Chooses the number of columns and the font. Prefers the larger font, and the page that need not scroll.
HelpLayout lay_out_help(const Ui& ui, ImVec2 room, std::vector<Group> groups) {
  HelpLayout layout;
  layout.groups = std::move(groups);
  float widest = 0;
  for (Group& group : layout.groups) {
    for (const Line& line : group.lines) {
      group.keys = std::max(group.keys, text_width(ui.fonts.mono_small, line.shown) + ui.px(18));
    }
    widest = std::max(widest, group.keys);
  }
  constexpr std::size_t most_columns = 4;
  HelpLayout lowest;
  for (ImFont* font : {ui.fonts.body, ui.fonts.small}) {
    layout.font = font;
    for (layout.columns = 1; layout.columns <= most_columns; ++layout.columns) {
      layout.column = std::min(widest + ui.px(300), room.x / static_cast<float>(layout.columns));
      if (layout.column - widest < ui.px(120)) break;
      place_groups(ui, layout);
      if (layout.height <= room.y) return layout;
      if (lowest.column == 0 || layout.height < lowest.height) lowest = layout;
    }
  }
  return lowest;
}

/// Returns the groups, divided into groups of few lines, so that they can be placed on several pages.
std::vector<Group> small_groups() {
  constexpr std::size_t most_lines = 7;
  std::vector<Group> small;
  for (const Group& group : all_groups()) {
    for (std::size_t line = 0; line < group.lines.size(); ++line) {
      if (line % most_lines == 0) small.push_back({group.title, {}, 0});
      small.back().lines.push_back(group.lines[line]);
    }
  }
  return small;
}

/// Lays out the help. In presenter mode, letters are large, and the help has as many pages as necessary, because a
/// class cannot scroll. Otherwise, it has one page, which scrolls in a low window.
std::vector<HelpLayout> lay_out_pages(const Ui& ui, ImVec2 room, bool presenter) {
  std::vector<HelpLayout> pages;
  std::vector<Group> left = presenter ? small_groups() : all_groups();
  while (!left.empty()) {
    std::size_t count = left.size();
    const auto first = [&] {
      return std::vector<Group>(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(count));
    };
    HelpLayout page = lay_out_help(ui, room, first());
    for (; presenter && page.height > room.y && count > 1; page = lay_out_help(ui, room, first())) --count;
    left.erase(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(count));
    pages.push_back(std::move(page));
  }
  return pages;
}

void draw_line_of_help(const Ui& ui, const HelpLayout& layout, const Group& group, const Line& line, ImVec2 at) {
  const float width = text_width(ui.fonts.mono_small, line.shown) + ui.px(10);
  const float height = line_height(ui.fonts.mono_small) + ui.px(4);
  const Box key = Box::at(at, {width, height});
  draw_box(key, ui.theme.raised, ui.px(5));
  draw_outline(key, ui.theme.line, 1, ui.px(5));
  draw_text_centred(ui.fonts.mono_small, key.middle(), ui.theme.text, line.shown);
  draw_text_wrapped(layout.font, {at.x + group.keys, at.y + 0.5f * (height - line_height(layout.font))}, ui.theme.text,
                    line.help, line_room(ui, layout, group));
}

/// Draws the help page, which can be scrolled if the window is too low for it.
void draw_page(const Ui& ui, const HelpLayout& layout, const std::string& title, const Box& box) {
  begin_card(ui, "keys", box, true);
  heading(ui, title);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  for (std::size_t column = 0; column < layout.columns; ++column) {
    ImVec2 at{start.x + layout.column * static_cast<float>(column), start.y};
    for (std::size_t i = 0; i < layout.groups.size(); ++i) {
      if (layout.column_of[i] != column) continue;
      const Group& group = layout.groups[i];
      draw_text(ui.fonts.title, at, ui.theme.accent, group.title);
      at.y += title_height(ui);
      for (const Line& line : group.lines) {
        draw_line_of_help(ui, layout, group, line, at);
        at.y += tall(ui, layout, group, line);
      }
      at.y += ui.px(10);
    }
  }
  ImGui::SetCursorScreenPos(start);
  ImGui::Dummy({layout.column * static_cast<float>(layout.columns), layout.height});
  end_scrolling_card(ui, box);
}

}  // namespace

void help_overlay(Ui& ui, const Session& session, const Box& window) {
  const ImVec2 pad{2 * ui.px(16) + ui.px(10), 2 * ui.px(14) + line_height(ui.fonts.title) + ui.px(10)};
  const ImVec2 room{window.width() - ui.px(20) - pad.x, window.height() - ui.px(20) - pad.y};
  const auto pages = ui.help_open ? lay_out_pages(ui, room, session.look.presenter) : std::vector<HelpLayout>();
  ui.help_open = ui.help_page < pages.size();
  if (!ui.help_open) {
    ui.help_page = 0;
    return;
  }
  const OverAll over_all;
  ImGui::SetCursorScreenPos(window.low);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, with_alpha(IM_COL32(0, 0, 0, 255), 0.55f));
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, 0.0f);
  compat::begin_child("help", window.size(), false, ImGuiWindowFlags_NoScrollbar);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  const HelpLayout& layout = pages[ui.help_page];
  const float width = layout.column * static_cast<float>(layout.columns) + pad.x;
  const float height = std::min(layout.height + pad.y, window.height() - ui.px(20));
  const Box box = Box::around(window.middle(), 0.5f * width, 0.5f * height).floored();
  const std::size_t page = ui.help_page + 1;
  draw_page(ui, layout,
            pages.size() == 1 ? "Keys and mouse"
                              : fmt::format("Keys and mouse, {} of {}. F1: {}", page, pages.size(),
                                            page < pages.size() ? "next page" : "close"),
            box);
  const bool beside = ImGui::IsMouseClicked(0) && !box.contains(ImGui::GetIO().MousePos);
  ImGui::EndChild();
  if (beside) ui.help_open = false;
}

}  // namespace texelsort::app
