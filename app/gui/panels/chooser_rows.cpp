#include <array>

#include <fmt/format.h>

#include "app/gui/panels/chooser_frame.h"
#include "app/gui/window/compat.h"

namespace texelsort::app {

namespace {

constexpr std::array chooser_tasks{algorithms::Task::sort, algorithms::Task::select, algorithms::Task::merge};

/// Reserves a row over the full width of the list for one line of text.
Box next_row(const Ui& ui, float height) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy({compat::room().x, ui.px(height)});
  return Box::at(at, {ImGui::GetItemRectSize().x, ui.px(height)});
}

float text_top(const Box& row, ImFont* font) {
  return row.middle().y - 0.5f * line_height(font);
}

/// Moves ImGui's cursor below a row, independent of where the row's entries were drawn.
void go_on_below(const Ui& ui, const Box& row, float gap = 0) {
  ImGui::SetCursorScreenPos({row.low.x, row.high.y + ui.px(gap)});
}

void back_row(ChooserFrame& frame) {
  const algorithms::Algorithm* before = frame.session.algorithm_before();
  if (before == nullptr) return;
  const Ui& ui = frame.ui;
  const Box row = next_row(ui, 28);
  frame.begin_row();
  frame.stop({.kind = ChooserPlace::Kind::back}, row, "back");
  const std::string_view key = "Backspace";
  const float end = row.high.x - ui.px(8), hint = text_width(ui.fonts.small, key);
  draw_text(ui.fonts.small, {end - hint, text_top(row, ui.fonts.small)}, ui.theme.faint, key);
  const std::string text = "\u2190 " + before->info().title;
  draw_text_elided(ui.fonts.body, {row.low.x + ui.px(6), text_top(row, ui.fonts.body)}, ui.theme.text, text,
                   row.width() - hint - ui.px(24));
  go_on_below(ui, row, 4);
}

void task_row(ChooserFrame& frame) {
  const Ui& ui = frame.ui;
  const Box row = next_row(ui, 32);
  draw_box(row, ui.theme.raised, ImGui::GetStyle().FrameRounding);
  frame.begin_row();
  const Slots slots = Slots::across(row, chooser_tasks.size());
  for (std::size_t i = 0; i < chooser_tasks.size(); ++i) {
    const Box part{{slots.x(i), row.low.y}, {slots.x(i) + slots.pitch, row.high.y}};
    const bool lit = frame.state.task == chooser_tasks[i];
    frame.stop({.kind = ChooserPlace::Kind::task, .task = chooser_tasks[i]}, part.grown(-ui.px(2)),
               name(chooser_tasks[i]));
    if (lit) draw_box(part.grown(-ui.px(4)), ui.theme.accent, ui.px(4));
    draw_text_centred(ui.fonts.body, part.middle(), lit ? ui.theme.on_accent : ui.theme.text, name(chooser_tasks[i]),
                      part.width() - ui.px(8));
  }
  go_on_below(ui, row, 12);
}

/// Draws the row of an algorithm: mark, title, and the backend on which it runs.
void algorithm_row(ChooserFrame& frame, const algorithms::Algorithm& algorithm, const std::string& second_line = {}) {
  const Ui& ui = frame.ui;
  const float line = line_height(ui.fonts.small);
  const Box row = next_row(ui, second_line.empty() ? 27.0f : 44.0f);
  frame.begin_row();
  frame.stop(algorithm, row);
  const ChoiceMark mark = frame.mark_of(algorithm);
  const float lines = line_height(ui.fonts.body) + (second_line.empty() ? 0 : line + ui.px(2));
  const float top = row.middle().y - 0.5f * lines;
  frame.draw_mark(mark, {row.low.x + ui.px(14), top + 0.5f * line_height(ui.fonts.body)}, ui.px(5));
  const std::string_view backend = name(algorithm.info().backend);
  const float end = row.high.x - ui.px(8), tag = text_width(ui.fonts.small, backend);
  draw_text(ui.fonts.small, {end - tag, top + 0.5f * (line_height(ui.fonts.body) - line)}, ui.theme.dim, backend);
  const bool takes = mark == ChoiceMark::present || mark == ChoiceMark::runs;
  const float left = row.low.x + ui.px(28);
  draw_text_elided(ui.fonts.body, {left, top}, takes ? ui.theme.text : ui.theme.dim, algorithm.info().title,
                   end - tag - ui.px(10) - left);
  if (!second_line.empty()) {
    draw_text_elided(ui.fonts.small, {left, top + line_height(ui.fonts.body) + ui.px(2)}, ui.theme.dim, second_line,
                     end - left);
  }
  go_on_below(ui, row);
}

/// Draws the sorts that the user has opened from folders, and buttons for further ones.
void own_rows(ChooserFrame& frame) {
  Ui& ui = frame.ui;
  if (frame.state.task != algorithms::Task::sort || ui.page != nullptr) return;  // a web page has no folders
  ImGui::Dummy({0, ui.px(2)});
  text_item(ui.fonts.title, ui.theme.text, own_sorts_heading);
  for (const algorithms::Algorithm* algorithm : frame.state.menu.own) algorithm_row(frame, *algorithm);
  ImGui::Dummy({0, ui.px(1)});
  const float gap = ui.px(8), width = 0.5f * (compat::room().x - gap);
  if (text_button(ui, "New sort\u2026", {width, 0})) make_own_sort(ui);
  tooltip(ui, "Writes a sort with its shaders into a new folder, and runs it.");
  ImGui::SameLine(0, gap);
  if (text_button(ui, "Open sort\u2026", {width, 0})) choose_own_sort(ui);
  tooltip(ui, "Runs the sort of a folder that holds sort.lua and shaders.");
}

void family_rows(ChooserFrame& frame) {
  const Ui& ui = frame.ui;
  for (const AlgorithmGroup& family : frame.state.menu.families) {
    ImGui::Dummy({0, ui.px(2)});
    text_item(ui.fonts.title, ui.theme.text, family.heading);
    for (const algorithms::Algorithm* algorithm : family.algorithms) algorithm_row(frame, *algorithm);
  }
}

/// Draws the group of algorithms that cannot run on this machine. By default, the group is closed.
void absent_rows(ChooserFrame& frame) {
  const Ui& ui = frame.ui;
  const auto& groups = frame.state.menu.absent;
  if (groups.empty()) return;
  std::size_t count = 0;
  for (const AlgorithmGroup& group : groups) count += group.algorithms.size();
  ImGui::Dummy({0, ui.px(4)});
  const Box row = next_row(ui, 28);
  frame.begin_row();
  frame.stop({.kind = ChooserPlace::Kind::absent}, row, "cannot run here");
  const ImVec2 m{row.low.x + ui.px(14), row.middle().y};
  const float r = ui.px(4);
  if (frame.state.absent_open) {
    draw_triangle({m.x - r, m.y - 0.6f * r}, {m.x + r, m.y - 0.6f * r}, {m.x, m.y + r}, ui.theme.dim);
  } else {
    draw_triangle({m.x - 0.6f * r, m.y - r}, {m.x - 0.6f * r, m.y + r}, {m.x + r, m.y}, ui.theme.dim);
  }
  draw_text_elided(ui.fonts.body, {row.low.x + ui.px(28), text_top(row, ui.fonts.body)}, ui.theme.dim,
                   fmt::format("{} cannot run here", count), row.width() - ui.px(34));
  go_on_below(ui, row);
  if (!frame.state.absent_open) return;
  for (const AlgorithmGroup& group : groups) {
    text_item(ui.fonts.small, ui.theme.dim, group.heading);
    for (const algorithms::Algorithm* algorithm : group.algorithms) algorithm_row(frame, *algorithm);
  }
}

}  // namespace

void found_rows(ChooserFrame& frame) {
  if (frame.state.found.empty()) {
    text_item(frame.ui.fonts.body, frame.ui.theme.dim,
              "No algorithm contains these words in its id, title, family or source.");
  }
  for (const FoundAlgorithm& found : frame.state.found) {
    const std::string& why = found.reason.empty() ? found.source : found.reason;
    algorithm_row(frame, *found.algorithm, found.algorithm->info().id + (why.empty() ? std::string() : ": " + why));
  }
}

void chooser_rows(ChooserFrame& frame) {
  back_row(frame);
  task_row(frame);
  chooser_matrix(frame);
  own_rows(frame);
  family_rows(frame);
  absent_rows(frame);
}

}  // namespace texelsort::app
