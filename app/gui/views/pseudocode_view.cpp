#include <algorithm>
#include <utility>

#include "app/gui/views/diagrams.h"
#include "app/gui/window/compat.h"
#include "app/playback/pseudocode.h"

namespace texelsort::app {

namespace {

/// Position of a code line below the top of the picture, and of its values. Offsets are in pixels.
struct PlacedLine {
  float left = 0, top = 0, height = 0;
  float values_left = 0, values_top = 0;
};

struct CodeLayout {
  ImFont* font = nullptr;
  float height = 0;
  std::vector<PlacedLine> lines;
};

/// Places the values of a line to its right if there is space, otherwise below it.
CodeLayout lay_out(const Ui& ui, const std::vector<CodeLine>& code, const std::vector<CodeMark>& marks, float width,
                   ImFont* font) {
  CodeLayout layout{.font = font, .height = 0, .lines = {}};
  const float unit = 1.5f * text_width(font, "m"), row = line_height(font), gap = ui.px(3);
  for (std::size_t i = 0; i < code.size(); ++i) {
    PlacedLine line{.left = ui.px(12) + unit * static_cast<float>(code[i].indent), .top = layout.height + gap};
    line.height = wrapped_height(font, code[i].text, width - line.left);
    if (!marks[i].values.empty()) {
      const float end = line.left + text_width(font, code[i].text) + unit;
      const bool beside = line.height < 1.5f * row && end + text_width(font, marks[i].values) <= width;
      line.values_left = beside ? end : line.left + unit;
      line.values_top = beside ? line.top : line.top + line.height;
      if (!beside) line.height += wrapped_height(font, marks[i].values, width - line.values_left);
    }
    layout.height = line.top + line.height + gap;
    layout.lines.push_back(line);
  }
  return layout;
}

/// Returns the layout in the largest font in which all lines are visible. Two further rows are free for values, so that
/// the font stays the same from pass to pass.
CodeLayout largest_layout(const Ui& ui, const std::vector<CodeLine>& code, const std::vector<CodeMark>& marks,
                          const Box& body) {
  const std::vector<CodeMark> none(code.size());
  for (ImFont* font : {ui.fonts.mono_large, ui.fonts.mono}) {
    const float needed = lay_out(ui, code, none, body.width(), font).height + 2 * line_height(font);
    if (needed <= body.height()) return lay_out(ui, code, marks, body.width(), font);
  }
  return lay_out(ui, code, marks, body.width() - ui.px(14), ui.fonts.mono_small);
}

void draw_code(Ui& ui, const std::vector<CodeLine>& code, const std::vector<CodeMark>& marks, std::uint64_t revision,
               const Box& body) {
  const CodeLayout layout = largest_layout(ui, code, marks, body);
  const bool scrolls = layout.height > body.height();
  const float width = body.width() - (scrolls ? ui.px(14) : 0);
  ImGui::SetCursorScreenPos(body.low);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  compat::begin_child("code lines", body.size(), false,
                      scrolls ? 0 : ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  const auto first = std::ranges::find_if(marks, &CodeMark::executed);
  const bool runs = first != marks.end();
  if (scrolls && std::exchange(ui.code_shown, revision) != revision) {
    const float top = runs ? layout.lines[static_cast<std::size_t>(first - marks.begin())].top : 0;
    ImGui::SetScrollY(std::max(0.0f, top - 0.3f * body.height()));
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  for (std::size_t i = 0; i < code.size(); ++i) {
    const PlacedLine& line = layout.lines[i];
    const auto below = [&](float left, float top) { return ImVec2(at.x + left, at.y + top); };
    // Omit a line whose letters the edge of the view would cut, unless the line is higher than the view.
    const float top = at.y + line.top, bottom = top + line.height;
    const bool cut = top < body.low.y - 1 || bottom > body.high.y + 1;
    if (cut && (line.height <= body.height() || bottom < body.low.y || top > body.high.y)) continue;
    if (marks[i].executed) {
      const Box box{below(0, line.top - ui.px(2)), below(width, line.top + line.height + ui.px(2))};
      draw_box(box, with_alpha(ui.theme.accent, 0.18f), ui.px(4));
      draw_box(Box::at(box.low, {ui.px(4), box.height()}), ui.theme.accent, ui.px(2));
    }
    draw_text_wrapped(layout.font, below(line.left, line.top),
                      marks[i].executed || !runs ? ui.theme.text : ui.theme.dim, code[i].text, width - line.left);
    if (marks[i].values.empty()) continue;
    draw_text_wrapped(layout.font, below(line.values_left, line.values_top), ui.theme.selected, marks[i].values,
                      width - line.values_left);
  }
  ImGui::Dummy({width, layout.height});
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace

void pseudocode_view(Ui& ui, Session& session, const Box& box) {
  begin_card(ui, "pseudocode", box, false);
  const auto& player = session.player();
  const auto& code = player.of_run().get(
      [&] { return pseudocode(session.algorithm(), session.problem(), session.parameters().values()); });
  const Box body = view_header(ui, box, "Pseudocode", session.algorithm().info().title);
  if (code.empty()) {
    ImGui::SetCursorScreenPos(body.low);
    text_item(ui.fonts.body, ui.theme.dim, "This sort does not state its pseudocode.", body.width());
  } else if (body.height() >= line_height(ui.fonts.mono_small)) {
    draw_code(ui, code, player.of_state().get([&] { return code_marks(code, player); }), player.revision(), body);
  }
  end_card();
}

}  // namespace texelsort::app
