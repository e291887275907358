#include "app/gui/panels/algorithm_chooser.h"

#include <algorithm>
#include <iterator>

#include "app/gui/panels/chooser_frame.h"
#include "app/gui/window/compat.h"
#include "compute/algorithms/registry.h"

namespace texelsort::app {

namespace {

using algorithms::Algorithm;
using algorithms::Task;
using Stand = ChooserPlace::Kind;

/// Returns all algorithms that exist now. The number changes if the user drops a network file on the window.
AlgorithmList all_of(const Session& session) {
  AlgorithmList all;
  for (const auto& algorithm : algorithms::registry()) all.push_back(algorithm.get());
  if (std::ranges::find(all, &session.algorithm()) == all.end()) all.push_back(&session.algorithm());
  return all;
}

/// Returns the algorithms that the chooser lists without a search. Of the networks that the user has loaded or drawn,
/// it keeps only the last three, the present and the previous one. A search finds all of them.
AlgorithmList for_menu(const AlgorithmList& all, const Session& session) {
  constexpr std::ptrdiff_t last_brought = 3;
  const auto own = network::families();
  const auto is_brought = [&own](const network::Family* family) {
    return family != nullptr && (family < own.data() || family >= own.data() + own.size());
  };
  std::vector<const network::Family*> brought;
  for (const Algorithm* algorithm : all) {
    const network::Family* family = algorithm->method() != nullptr ? algorithm->network() : nullptr;
    if (is_brought(family) && std::ranges::find(brought, family) == brought.end()) brought.push_back(family);
  }
  brought.erase(brought.begin(), brought.end() - std::min(last_brought, std::ssize(brought)));
  brought.push_back(session.algorithm().network());
  if (session.algorithm_before() != nullptr) brought.push_back(session.algorithm_before()->network());
  AlgorithmList shown;
  std::ranges::copy_if(all, std::back_inserter(shown), [&](const Algorithm* algorithm) {
    const network::Family* family = algorithm->method() != nullptr ? algorithm->network() : nullptr;
    return !is_brought(family) || std::ranges::find(brought, family) != brought.end();
  });
  return shown;
}

void show_task(AlgorithmChooser& chooser, const Session& session, Task task) {
  chooser.task = task;
  chooser.all = all_of(session);
  chooser.menu = algorithm_menu(for_menu(chooser.all, session), task, session.device_info(), session.execution());
}

void begin_search(AlgorithmChooser& chooser) {
  chooser.search.clear();
  ++chooser.field;
  chooser.wants_keys = true;
}

void go_to(AlgorithmChooser& chooser, const ChooserPlace& place) {
  chooser.place = place;
  chooser.brings_into_view = true;
}

/// Closes the chooser after the user has chosen an algorithm. If the chooser stays open, clears the search and goes to
/// the chosen algorithm instead.
void chosen(AlgorithmChooser& chooser, const Session& session) {
  if (!chooser.stays_open) {
    chooser.open = false;
    return;
  }
  if (!chooser.search.empty()) begin_search(chooser);
  show_task(chooser, session, session.algorithm().info().task);
  go_to(chooser, {.algorithm = &session.algorithm()});
}

void choose(AlgorithmChooser& chooser, Session& session, const Algorithm& algorithm) {
  const algorithms::Availability availability = algorithm.availability(session.device_info(), session.execution());
  if (&algorithm == &session.algorithm()) {
    session.dismiss_message();
    chosen(chooser, session);
  } else if (!availability.available) {
    session.report(algorithm.info().id + " cannot run here: " + availability.reason);
  } else if (session.change_algorithm(algorithm)) {
    chosen(chooser, session);
  }
}

void take(AlgorithmChooser& chooser, Session& session, const ChooserPlace& place) {
  switch (place.kind) {
    case Stand::back:
      if (session.take_back_algorithm()) chosen(chooser, session);
      break;
    case Stand::task:
      show_task(chooser, session, place.task);
      chooser.wants_keys = true;
      break;
    case Stand::algorithm:
      choose(chooser, session, *place.algorithm);
      break;
    case Stand::absent:
      chooser.absent_open = !chooser.absent_open;
      chooser.wants_keys = true;
      break;
  }
}

void title_row(ChooserFrame& frame) {
  const Ui& ui = frame.ui;
  AlgorithmChooser& chooser = frame.state;
  const float side = ui.px(26);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = at.x + compat::room().x;
  const std::string_view word = "keep open";
  const float width = text_width(ui.fonts.small, word) + ui.px(16);
  const Box toggle = Box::at({right - side - ui.px(8) - width, at.y}, {width, side});
  draw_text_elided(ui.fonts.title, {at.x, at.y + 0.5f * (side - line_height(ui.fonts.title))}, ui.theme.text,
                   "Choose an algorithm", toggle.low.x - at.x - ui.px(8));
  ImGui::SetCursorScreenPos(toggle.low);
  if (ImGui::InvisibleButton("keep open", toggle.size())) chooser.stays_open = !chooser.stays_open;
  note_item("keep open");
  const bool hovered = ImGui::IsItemHovered();
  tooltip(ui, "Keeps this list open next to the views after you choose an algorithm.");
  const bool lit = chooser.stays_open;
  draw_box(toggle, lit ? ui.theme.accent : hovered ? ui.theme.hovered : ui.theme.raised, ui.px(6));
  draw_text_centred(ui.fonts.small, toggle.middle(), lit ? ui.theme.on_accent : ui.theme.text, word, toggle.width());
  ImGui::SetCursorScreenPos({right - side, at.y});
  if (icon_button(ui, "close list", Icon::cross, side, true, false, "Closes the list (Esc).")) {
    chooser.open = false;
  }
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({right - at.x, side});
}

/// Draws the search field of the chooser. Returns whether the field was empty before this frame.
bool search_field(ChooserFrame& frame) {
  const Ui& ui = frame.ui;
  AlgorithmChooser& chooser = frame.state;
  const bool was_empty = chooser.search.empty();
  if (chooser.wants_keys) {
    ImGui::SetKeyboardFocusHere();
    chooser.wants_keys = false;
  }
  ImGui::PushID(chooser.field);
  ImGui::SetNextItemWidth(-1);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = compat::room().x;
  compat::input_text("##search", chooser.search);
  ImGui::PopID();
  note_item("search", true);
  // Also check for deactivation, because Enter and Esc deactivate the field in the same frame.
  chooser.has_keys = ImGui::IsItemActive() || ImGui::IsItemDeactivated();
  if (chooser.search.empty()) {
    const ImVec2 pad = ImGui::GetStyle().FramePadding;
    draw_text_elided(ui.fonts.body, {at.x + pad.x + ui.px(2), at.y + pad.y}, ui.theme.faint,
                     "Type to search: id, title, family, source", width - 2 * pad.x);
  }
  if (chooser.search != chooser.searched) {
    chooser.searched = chooser.search;
    chooser.found =
        search_algorithms(chooser.all, chooser.search, frame.session.device_info(), frame.session.execution());
    go_to(chooser, {.algorithm = chooser.found.empty() ? &frame.session.algorithm() : chooser.found.front().algorithm});
  }
  return was_empty;
}

/// Draws details of the algorithm under the mouse or with the keyboard focus: title, id and source. If the algorithm
/// cannot run, draws the reason instead of the source.
void footer(ChooserFrame& frame, const Box& box) {
  const Ui& ui = frame.ui;
  const Algorithm* algorithm = frame.looked_at();
  if (algorithm == nullptr) algorithm = &frame.session.algorithm();
  const algorithms::AlgorithmInfo& info = algorithm->info();
  const ChoiceMark mark = frame.mark_of(*algorithm);
  const bool takes = mark == ChoiceMark::present || mark == ChoiceMark::runs;
  draw_line(box.low, {box.high.x, box.low.y}, ui.theme.line, 1);
  float y = box.low.y + ui.px(6);
  draw_text_elided(ui.fonts.body, {box.low.x, y}, ui.theme.text, info.title, box.width());
  y += line_height(ui.fonts.body) + ui.px(2);
  draw_text_elided(ui.fonts.mono_small, {box.low.x, y}, ui.theme.dim, info.id, box.width());
  y += line_height(ui.fonts.mono_small) + ui.px(2);
  draw_text_elided(ui.fonts.small, {box.low.x, y}, takes ? ui.theme.dim : ui.theme.warning,
                   takes ? network::text(info.citation) : frame.said_of(*algorithm), box.width());
}

float footer_height(const Ui& ui) {
  return line_height(ui.fonts.body) + line_height(ui.fonts.mono_small) + line_height(ui.fonts.small) + ui.px(12);
}

/// Ends the list of the chooser. If the list is high enough, its lower end fades out.
void end_list(const Ui& ui, const Box& list) {
  if (list.height() < ui.px(240)) return ImGui::EndChild();
  const float aside = ui.px(12);  // margin between a card's edge and its content
  end_scrolling_card(ui, {{list.low.x - aside, list.low.y}, {list.high.x + aside, list.high.y}});
}

void act_on_keys(ChooserFrame& frame, bool nothing_typed) {
  AlgorithmChooser& chooser = frame.state;
  const auto pressed = [](ImGuiKey key) { return compat::key_pressed(key); };
  if (pressed(ImGuiKey_Escape)) {
    chooser.open = false;
    return;
  }
  const int down = pressed(ImGuiKey_DownArrow) - pressed(ImGuiKey_UpArrow);
  // If the search field contains text, the left and right arrow keys move its caret instead.
  const int right = nothing_typed ? pressed(ImGuiKey_RightArrow) - pressed(ImGuiKey_LeftArrow) : 0;
  if (down != 0) go_to(chooser, frame.moved(0, down));
  if (right != 0) {
    go_to(chooser, frame.moved(right, 0));
    if (chooser.place.kind == Stand::task) take(chooser, frame.session, chooser.place);
  }
  if (pressed(ImGuiKey_Enter)) {
    // Activate the search field again, because Enter has deactivated it.
    chooser.wants_keys = true;
    if (frame.has(chooser.place)) take(chooser, frame.session, chooser.place);
  }
  if (nothing_typed && pressed(ImGuiKey_Backspace) && frame.session.algorithm_before() != nullptr) {
    take(chooser, frame.session, {.kind = Stand::back});
  }
}

}  // namespace

void open_chooser(AlgorithmChooser& chooser, const Session& session) {
  begin_search(chooser);
  if (chooser.open) return;
  chooser.open = true;
  chooser.absent_open = false;
  show_task(chooser, session, session.algorithm().info().task);
  go_to(chooser, {.algorithm = &session.algorithm()});
}

void algorithm_chooser(Ui& ui, Session& session, const Box& box) {
  AlgorithmChooser& chooser = ui.chooser;
  if (all_of(session).size() != chooser.all.size()) show_task(chooser, session, chooser.task);
  ChooserFrame frame(ui, session);
  begin_card(ui, "algorithms", box, false);
  title_row(frame);
  const bool nothing_typed = search_field(frame) && chooser.search.empty();
  message_box(ui, session);
  const float below = box.height() >= ui.px(400) ? footer_height(ui) + ui.px(8) : 0;
  const ImVec2 room = compat::room();
  const ImVec2 list_low = ImGui::GetCursorScreenPos();
  const Box list = Box::at(list_low, {room.x, room.y - below});
  compat::begin_child("list", list.size(), false, 0);
  const bool brings_into_view = chooser.brings_into_view;
  if (chooser.search.empty()) {
    chooser_rows(frame);
  } else {
    found_rows(frame);
  }
  end_list(ui, list);
  if (brings_into_view) chooser.brings_into_view = false;
  if (below > 0) footer(frame, {{list.low.x, list.high.y + ui.px(6)}, {list.high.x, list.high.y + below}});
  if (frame.clicked()) {
    chooser.place = *frame.clicked();
    take(chooser, session, *frame.clicked());
  } else if (chooser.has_keys) {
    act_on_keys(frame, nothing_typed);
  }
  end_card();
}

}  // namespace texelsort::app
