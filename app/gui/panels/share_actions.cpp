#include <algorithm>

#include "app/gui/panels/panels.h"
#include "app/gui/window/compat.h"
#include "app/gui/window/text_log.h"
#include "app/problem/plain_message.h"
#include "app/session/state_url.h"
#include "compute/data/error.h"

namespace texelsort::app {

void said_overlay(const Ui& ui, const Box& window) {
  if (ui.said.empty()) return;
  const OverAll over_all;
  const float pad = ui.px(14), margin = ui.px(16);
  const float width = std::min(text_width(ui.fonts.body, ui.said) + 2 * pad, window.width() - 2 * margin);
  const float room = width - 2 * pad + 1;
  const float tall = wrapped_height(ui.fonts.body, ui.said, room) + 2 * ui.px(9);
  const float middle = 0.5f * (window.low.x + window.high.x), bottom = window.high.y - ui.px(34);
  const Box box = Box{{middle - 0.5f * width, bottom - tall}, {middle + 0.5f * width, bottom}}.floored();
  ImGui::SetCursorScreenPos(box.low);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ui.theme.accent);
  compat::begin_child("said", box.size(), false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoInputs);
  ImGui::PopStyleColor();
  draw_text_wrapped(ui.fonts.body, {box.low.x + pad, box.low.y + ui.px(9)}, ui.theme.on_accent, ui.said, room);
  ImGui::EndChild();
}

void copy_command(Ui& ui, Session& session) {
  try {
    const std::string line = window_command(session);
    ImGui::SetClipboardText(line.c_str());
    ui.said = "Copied: " + line;
  } catch (const Error& error) {
    session.report(error.what());
  }
}

void copy_link(Ui& ui, Session& session) {
  try {
    const std::string link = ui.page->address() + "#" + fragment_of(session);
    ImGui::SetClipboardText(link.c_str());
    ui.said = "Copied: " + link;
  } catch (const Error& error) {
    session.report(plain_message(error.what()));
  }
}

void share_section(Ui& ui, Session& session) {
  heading(ui, "Save and share");
  const float half = 0.5f * (compat::room().x - ui.px(10));
  if (text_button(ui, "Save", {half, 0})) save_session_of(ui, session);
  tooltip(ui, "Saves the input, algorithm, pass, selection and layout to a file (Ctrl+S).");
  ImGui::SameLine(0, ui.px(10));
  if (text_button(ui, "Open", {half, 0})) choose_file(ui);
  tooltip(ui, "Opens a session, keys, a picture or a network by its path, or from the recent files (Ctrl+O).");
  if (ui.page != nullptr) {
    if (text_button(ui, "Copy the link", {compat::room().x, 0})) copy_link(ui, session);
    tooltip(ui, "Copies a link that opens this view in a browser.");
  }
  if (ui.page == nullptr) {
    if (text_button(ui, "Export", {compat::room().x, 0})) ask(ui.palette, CommandPalette::Asks::command, "export");
    tooltip(ui, "Writes a page, slides, a film or a picture.");
  }
  if (text_button(ui, "Copy the command", {compat::room().x, 0})) copy_command(ui, session);
  tooltip(ui, "Copies the command that opens this view in a window (Ctrl+C).");
}

}  // namespace texelsort::app
