#include <algorithm>
#include <exception>

#include <fmt/format.h>

#include "app/gui/panels/panels.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/views/workspaces.h"
#include "app/gui/window/compat.h"
#include "app/session/shader_watch.h"

namespace texelsort::app {

namespace {

/// Smallest width of the shader workspace at which the picture is next to the text, in pixels at scale 1.
constexpr float narrowest_with_picture = 720;

std::uint32_t line_of(const std::string& text, int place) {
  const auto end = text.begin() + std::clamp<std::ptrdiff_t>(place, 0, std::ssize(text));
  return 1 + static_cast<std::uint32_t>(std::count(text.begin(), end, '\n'));
}

/// Describes the state of the shader in a sentence: whether the text is saved, whether the saved text compiles, and
/// whether the claims of the passes hold.
std::string state_text(const Session& session, LiveShaders& live) {
  if (live.folder_vanished()) return live.trouble();
  if (!live.faults().empty()) {
    return live.own_file() ? "There is an error. The last working version stays in use."
                           : "Does not compile. The last working shader stays in use.";
  }
  if (live.changed_outside()) return "Another program changed the file. Save overwrites that change, Reload loads it.";
  if (live.draft().modified()) return "Not saved yet (Ctrl+S).";
  if (live.busy()) return "Compiling.";
  const ClaimSweep* sweep = claim_sweep(session);
  if (sweep != nullptr && sweep->failure()) return "Compiled, but a claim does not hold: " + text(*sweep->failure());
  if (sweep != nullptr && !sweep->done()) {
    return fmt::format("Compiled. {} claims tested{}.", grouped(sweep->tested()),
                       sweep->total() ? " of " + grouped(*sweep->total()) : "");
  }
  if (sweep != nullptr) return fmt::format("Compiled. All {} claims and the result hold.", grouped(sweep->tested()));
  if (live.own_file()) return "This file is in use.";
  return live.folder() ? "This shader is in use."
                       : "The built-in shader is in use. Save writes a copy to your own "
                         "folder.";
}

/// Calls an action that may fail. Reports an error as the session's message.
template <class Action>
void attempt(Session& session, Action&& action) {
  try {
    action();
  } catch (const std::exception& error) {
    session.report(error.what());
  }
}

void choose_file(const Ui& ui, Session& session, LiveShaders& live, const std::vector<std::string>& files) {
  ImGui::SetNextItemWidth(compat::room().x);
  if (!begin_combo(ui, "##file", live.draft().file)) return;
  for (const std::string& file : files) {
    const std::size_t wrong = live.complaints(file).size();
    const std::string label = wrong == 0 ? file : fmt::format("{}: {} errors", file, wrong);
    if (selectable(ui, label, file == live.draft().file)) attempt(session, [&] { live.open(file); });
  }
  end_combo(ui);
}

void draw_buttons(const Ui& ui, Session& session, LiveShaders& live) {
  const auto own = live.own_file();
  const float gap = ui.px(8), width = own ? (compat::room().x - gap) / 2 : (compat::room().x - 2 * gap) / 3;
  if (text_button(ui, "Save", {width, 0})) attempt(session, [&] { live.save(); });
  tooltip(ui, own ? fmt::format("Writes {} (Ctrl+S).", own->string())
              : live.folder()
                  ? fmt::format("Writes {}/{} (Ctrl+S).", live.folder()->string(), live.draft().file)
                  : "Saves the shader to a new folder (shaders/1, shaders/2, ...) for later use with --shader-dir "
                    "(Ctrl+S).");
  ImGui::SameLine(0, gap);
  if (text_button(ui, "Reload", {width, 0})) attempt(session, [&] { live.read_again(); });
  tooltip(ui, "Reads the file from disk and discards the unsaved changes.");
  if (own) return;
  ImGui::SameLine(0, gap);
  if (text_button(ui, "Restore", {width, 0})) live.take_built_in();
  tooltip(ui, "Restores the built-in text of the shader. Save then puts it in use.");
}

/// Draws the line numbers of the visible lines of a shader. A line with an error has a band with the compiler's
/// message.
void draw_lines(const Ui& ui, const std::string& text, const std::vector<gpu::ShaderMessage>& complaints, ImVec2 at,
                float gutter, float width, const Box& seen) {
  const float tall = line_height(ui.fonts.mono);
  const auto lines = static_cast<std::uint32_t>(std::ranges::count(text, '\n')) + 1;
  const auto place = [&](std::uint32_t line) { return at.y + tall * static_cast<float>(line - 1); };
  const auto first = static_cast<std::uint32_t>(std::max(0.0f, (seen.low.y - at.y) / tall));
  const auto count = static_cast<std::uint32_t>(seen.height() / tall) + 2;
  for (std::uint32_t line = first + 1; line <= std::min(lines, first + count); ++line) {
    const bool wrong = std::ranges::find(complaints, line, &gpu::ShaderMessage::line) != complaints.end();
    if (wrong) {
      draw_box(Box::at({at.x, place(line)}, {width, tall}), with_alpha(ui.theme.warning, 0.22f));
      draw_verdict(false, {at.x + ui.px(8), place(line) + 0.5f * tall}, ui.px(4), ui.theme.warning);
    }
    draw_text_before(ui.fonts.mono, {at.x + gutter - ui.px(6), place(line)}, wrong ? ui.theme.warning : ui.theme.faint,
                     std::to_string(line));
  }
}

void draw_text_field(Ui& ui, Session& session, LiveShaders& live, const std::vector<gpu::ShaderMessage>& complaints,
                     const Box& box) {
  EditorPanelState& sight = ui.editor;
  if (std::exchange(sight.file, live.draft().file) != live.draft().file) {
    sight.caret = 0;
    sight.go_to = complaints.empty() ? 1 : complaints.front().line;
  }
  // After a compilation, bring the first wrong line into view, but only once, so that the user can scroll away.
  const std::uint32_t wrong = complaints.empty() ? 0 : complaints.front().line;
  if (std::exchange(sight.wrong, wrong) != wrong && wrong > 0) sight.go_to = wrong;
  ImGui::SetCursorScreenPos(box.low);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ui.theme.background);
  compat::begin_child("lines", box.size(), false, 0);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, 0);
  ImGui::PushFont(ui.fonts.mono);
  const std::string before = live.text();
  const float tall = line_height(ui.fonts.mono), pad = ImGui::GetStyle().FramePadding.y;
  const float gutter = ui.px(18) + text_width(ui.fonts.mono, "9999") + ui.px(6);
  const float height =
      std::max(box.height(), tall * static_cast<float>(std::ranges::count(before, '\n') + 3) + 2 * pad);
  if (sight.go_to) {
    ImGui::SetScrollY(std::max(0.0f, tall * static_cast<float>(*sight.go_to) - 0.5f * box.height()));
    sight.go_to.reset();
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = compat::room().x;
  draw_lines(ui, before, complaints, {at.x, at.y + pad}, gutter, width, box);
  ImGui::SetCursorScreenPos({at.x + gutter, at.y});
  int caret = sight.caret;
  compat::input_lines("##text", live.text(), {width - gutter, height}, caret);
  note_item("shader text", true);
  // Restore the edited text, because ImGui discards the changes when Esc leaves the text field.
  if (ImGui::IsItemDeactivated() && compat::escape_pressed()) live.text() = before;
  if (ImGui::IsItemActive() && compat::control_and('S')) attempt(session, [&] { live.save(); });
  if (caret != sight.caret) {
    sight.caret = caret;
    const float y = pad + tall * static_cast<float>(line_of(live.text(), caret) - 1), top = ImGui::GetScrollY();
    if (y < top) ImGui::SetScrollY(y);
    if (y + 2 * tall > top + box.height()) ImGui::SetScrollY(y + 2 * tall - box.height());
  }
  ImGui::PopFont();
  ImGui::PopStyleColor();
  ImGui::EndChild();
  ImGui::PopStyleColor();
}

/// Draws the compiler's messages below the text. A click on a message scrolls to its line.
void draw_complaints(Ui& ui, Session& session, LiveShaders& live, const Box& box) {
  ImGui::SetCursorScreenPos(box.low);
  compat::begin_child("complaints", box.size(), false, 0);
  int number = 0;
  for (const auto& fault : live.faults()) {
    for (const auto& message : fault.messages) {
      const ImVec2 from = ImGui::GetCursorScreenPos();
      text_item(ui.fonts.small, ui.theme.warning, text(message));
      const ImVec2 to = ImGui::GetCursorScreenPos();
      ImGui::SetCursorScreenPos(from);
      ImGui::PushID(number++);
      if (ImGui::InvisibleButton("go", {std::max(1.0f, compat::room().x), std::max(1.0f, to.y - from.y)}) &&
          !message.file.empty()) {
        attempt(session, [&] { live.open(message.file); });
        ui.editor.file = message.file;
        ui.editor.go_to = message.line;
      }
      ImGui::PopID();
      ImGui::SetCursorScreenPos(to);
    }
  }
  ImGui::EndChild();
}

/// Returns the reason why there is no shader to edit, or an empty string if there is one. If no shader is open, opens
/// one of the present pass.
std::string reason_of_none(Session& session, LiveShaders& live, const std::vector<std::string>& files) {
  if (!files.empty()) {
    if (std::ranges::find(files, live.draft().file) != files.end() || live.draft().modified()) return "";
    // Open a fragment or compute shader by default. The vertex shaders of all passes are similar.
    const auto decides = [](const std::string& file) {
      return file.ends_with(".frag") || file.ends_with(".comp") || file.ends_with(".hlsl");
    };
    const auto chosen = live.faults().empty() ? std::ranges::find_if(files, decides) : files.begin();
    live.open(chosen == files.end() ? files.front() : *chosen);
    return "";
  }
  if (!live.draft().file.empty()) return "";
  if (session.player().position() == 0) return "The input has no shader. Press Right for the first pass.";
  return fmt::format("{} does not use a shader in this pass.", session.algorithm().info().id);
}

void draw_editor(Ui& ui, Session& session, LiveShaders& live, const Box& box) {
  begin_card(ui, "shader", box, false);
  const auto own = live.own_file();
  const std::string where = own ? own->parent_path().string() : live.folder() ? live.folder()->string() : "built in";
  Box body = view_header(ui, box, "Shader", where);
  std::vector<std::string> files;
  std::string none;
  attempt(session, [&] {
    files = live.files_of(session.player());
    none = reason_of_none(session, live, files);
  });
  ImGui::SetCursorScreenPos(body.low);
  compat::begin_child("controls", {body.width(), 0}, false, ImGuiWindowFlags_NoScrollbar);
  if (!none.empty()) {
    text_item(ui.fonts.body, ui.theme.dim, none);
  } else {
    choose_file(ui, session, live, files);
    draw_buttons(ui, session, live);
    const bool wrong = !live.trouble().empty() || (claim_sweep(session) != nullptr && claim_sweep(session)->failure());
    text_item(ui.fonts.small, wrong ? ui.theme.warning : ui.theme.dim, state_text(session, live));
  }
  body.low.y = ImGui::GetCursorScreenPos().y + ui.px(4);
  ImGui::EndChild();
  if (none.empty() && body.height() > 3 * line_height(ui.fonts.mono)) {
    std::size_t complaints = 0;
    for (const auto& fault : live.faults()) complaints += fault.messages.size();
    // Reserve two lines per message, because long messages need them.
    const float wanted = 2 * line_height(ui.fonts.small) * static_cast<float>(complaints) + ui.px(4);
    const float list = complaints == 0 ? 0.0f : std::min(0.28f * body.height(), wanted);
    const Box lines{body.low, {body.high.x, body.high.y - list - (list > 0 ? ui.px(8) : 0.0f)}};
    draw_text_field(ui, session, live, live.complaints(live.draft().file), lines);
    if (list > 0) draw_complaints(ui, session, live, {{body.low.x, body.high.y - list}, body.high});
  }
  end_card();
}

void draw_shader_stage(Ui& ui, Session& session, const Box& box) {
  watch_shaders(session);
  LiveShaders* live = live_shaders(session);
  if (live == nullptr) return;  // without a device, there is no window
  const bool picture = box.width() >= ui.px(narrowest_with_picture);
  const float split = picture ? box.low.x + 0.6f * box.width() : box.high.x;
  draw_editor(ui, session, *live, {box.low, {split - (picture ? 0.5f * ui.px(10) : 0.0f), box.high.y}});
  if (picture) texture_view(ui, session, {{split + 0.5f * ui.px(10), box.low.y}, box.high});
}

}  // namespace

/// Returns the workspace in which the user edits the shaders of the present pass. The picture that the shaders draw is
/// next to their text.
WorkspaceView shader_workspace() {
  return {.name = "shader", .title = "Shader", .draw = draw_shader_stage};
}

}  // namespace texelsort::app
