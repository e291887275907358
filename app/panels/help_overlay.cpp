#include <algorithm>

#include "app/panels/panels.h"
#include "app/window/compat.h"
#include "app/window/shortcuts.h"
#include "app/window/text_log.h"

namespace texelsort::app {

void help_overlay(Ui& ui, const Box& window) {
  if (!ui.help_open) return;
  const auto keys = shortcuts();
  const float row = line_height(ui.fonts.body) + ui.px(9), pad = ui.px(28), key_column = ui.px(124);
  const float title = line_height(ui.fonts.title) + ui.px(18);
  const bool two_columns = title + row * static_cast<float>(keys.size()) + 2 * pad > window.height() - ui.px(40);
  const std::size_t per_column = two_columns ? (keys.size() + 1) / 2 : keys.size();
  const float column = key_column + ui.px(270);
  const ImVec2 size{std::min(window.width() - ui.px(20), column * (two_columns ? 2.0f : 1.0f) + 2 * pad),
                    title + row * static_cast<float>(per_column) + 2 * pad};
  const Box box{{0.5f * (window.low.x + window.high.x - size.x), 0.5f * (window.low.y + window.high.y - size.y)},
                {0.5f * (window.low.x + window.high.x + size.x), 0.5f * (window.low.y + window.high.y + size.y)}};
  ImGui::SetCursorScreenPos(window.low);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, with_alpha(IM_COL32(0, 0, 0, 255), 0.55f));
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, 0.0f);
  const OverAll over_all;
  compat::begin_child("help", window.size(), false, ImGuiWindowFlags_NoScrollbar);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  draw_box(box, ui.theme.panel, ui.px(14));
  draw_text(ui.fonts.title, {box.low.x + pad, box.low.y + pad}, ui.theme.text, "Keys");
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const float x = box.low.x + pad + column * static_cast<float>(i / per_column);
    const float y = box.low.y + pad + title + row * static_cast<float>(i % per_column);
    const float width = text_width(ui.fonts.mono_small, keys[i].shown) + ui.px(14);
    const float tall = line_height(ui.fonts.mono_small) + ui.px(7);
    draw_box({{x, y}, {x + width, y + tall}}, ui.theme.raised, ui.px(5));
    draw_outline({{x, y}, {x + width, y + tall}}, ui.theme.line, 1, ui.px(5));
    draw_text_centred(ui.fonts.mono_small, {x + 0.5f * width, y + 0.5f * tall}, ui.theme.text, keys[i].shown);
    draw_text_elided(ui.fonts.body, {x + key_column, y + 0.5f * (tall - line_height(ui.fonts.body))}, ui.theme.dim,
                     keys[i].help, box.high.x - x - key_column - ui.px(8));
  }
  ImGui::SetCursorScreenPos(window.low);
  if (ImGui::InvisibleButton("close help", window.size())) ui.help_open = false;
  ImGui::EndChild();
}

}  // namespace texelsort::app
