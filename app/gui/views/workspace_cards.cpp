#include "app/gui/views/workspace_cards.h"

#include <algorithm>

#include "app/gui/window/compat.h"
#include "app/gui/window/plot_painting.h"
#include "app/gui/window/text_log.h"

namespace texelsort::app {

namespace {

/// Smallest width and height at which the plots and the panel of a workspace are both visible, in pixels at scale 1.
constexpr float width_for_both = 520, height_for_both = 400;

}  // namespace

void plots_and_panel(Ui& ui, Session& session, const Box& box, const std::array<const char*, 2>& names,
                     bool& shows_panel, WorkspacePart plots, WorkspacePart panel) {
  // In presenter mode, the plots need the whole area to be readable from afar.
  const bool small = box.width() < ui.px(width_for_both) && box.height() < ui.px(height_for_both);
  if (small || session.look.presenter) {
    ImGui::SetCursorScreenPos(box.low);
    int shown = shows_panel ? 1 : 0;
    if (segmented(ui, "plots or panel", names, shown, box.width())) shows_panel = shown == 1;
    const Box rest{{box.low.x, box.low.y + ImGui::GetFrameHeight() + ui.px(6)}, box.high};
    return (shows_panel ? panel : plots)(ui, session, rest);
  }
  const float margin = ui.px(10), side = ui.px(280);
  const bool beside = box.width() >= 2 * side || box.width() > box.height();
  const float wide = beside ? std::min(side, 0.45f * box.width()) : 0.4f * box.height();
  const ImVec2 corner = beside ? ImVec2{box.high.x - wide, box.low.y} : ImVec2{box.low.x, box.high.y - wide};
  // Draw the panel first, so that the plots show its results in the same frame.
  panel(ui, session, {corner, box.high});
  plots(ui, session, {box.low, beside ? ImVec2{corner.x - margin, box.high.y} : ImVec2{box.high.x, corner.y - margin}});
}

void typed_field(const Ui& ui, const char* title, const char* id, std::string& text, const std::string& help) {
  caption(ui, title, help);
  ImGui::SetNextItemWidth(-1);
  compat::input_text(id, text);
  note_item(id, true);
}

void plot_area(const Ui& ui, const Plot& plot, const Box& box,
               const std::function<void(ImVec2 origin, bool hovered, bool scrolls)>& pointed) {
  const bool higher = plot.drawing.height > box.height() + 1;
  ImGui::SetCursorScreenPos(box.low);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, 0);
  compat::begin_child("plot area", box.size(), false, higher ? 0 : ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleColor();
  TextLog* log = text_log();
  if (log != nullptr) log->within_scrolled(higher);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("plot", {std::max(compat::room().x, 1.0f), plot.drawing.height});
  const bool hovered = ImGui::IsItemHovered();
  paint(ui, plot, origin);
  pointed(origin, hovered, higher);
  if (log != nullptr) log->within_scrolled(false);
  ImGui::EndChild();
}

void outline_hit(const Ui& ui, const Hit& hit, ImVec2 origin, ImU32 colour) {
  if (hit.line.empty()) {
    const Area& a = hit.area;
    draw_outline({{origin.x + a.left, origin.y + a.top}, {origin.x + a.right, origin.y + a.bottom}}, colour, ui.px(2));
    return;
  }
  for (std::size_t i = 1; i < hit.line.size(); ++i) {
    draw_line({origin.x + hit.line[i - 1].x, origin.y + hit.line[i - 1].y},
              {origin.x + hit.line[i].x, origin.y + hit.line[i].y}, colour, ui.px(2.5f));
  }
}

}  // namespace texelsort::app
