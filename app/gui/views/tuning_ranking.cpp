#include <algorithm>

#include <fmt/format.h>

#include "app/gui/views/tuning_panel_state.h"
#include "app/gui/window/compat.h"
#include "app/session/tuning.h"

namespace texelsort::app {

namespace {

/// Returns the ranked rows of all problems, largest problems first.
std::vector<RankedRow> order_of(const std::vector<TrialResult>& rows) {
  std::vector<RankedRow> order;
  for (const std::vector<RankedRow>& ranking : rankings(rows))
    order.insert(order.end(), ranking.begin(), ranking.end());
  std::ranges::stable_sort(order, std::greater<>{}, [&rows](const RankedRow& one) { return rows[one.row].n; });
  return order;
}

/// Draws the name of a row, with a bar below that shows its time relative to the slowest row.
void ranking_line(const Ui& ui, const TrialResult& row, RankVerdict verdict, const Box& box, double slowest,
                  bool loaded, bool pointed) {
  if (pointed || loaded) draw_box(box, pointed ? ui.theme.hovered : ui.theme.raised, ui.px(6));
  const float pad = ui.px(8), tall = line_height(ui.fonts.small);
  const bool leads = verdict == RankVerdict::fastest || verdict == RankVerdict::tied;
  const std::string time = fmt::format("{}{}  {}", leads ? fmt::format("{}, ", name(verdict)) : "",
                                       duration_text(row.ms.median), keys_text(row.n));
  const float width = box.width() - 2 * pad;
  const float times = std::min(text_width(ui.fonts.small, time), 0.5f * width);
  draw_text_elided(ui.fonts.mono_small, {box.low.x + pad, box.low.y + ui.px(3)}, ui.theme.text, configuration_text(row),
                   width - times - pad);
  draw_text_before(ui.fonts.small, {box.high.x - pad, box.low.y + ui.px(3)}, ui.theme.dim, time, times + 1);
  const float y = box.low.y + tall + ui.px(7), bar = ui.px(5);
  const auto x_of = [&](double ms) { return box.low.x + pad + width * static_cast<float>(ms / slowest); };
  draw_box({{box.low.x + pad, y}, {x_of(row.ms.median), y + bar}}, loaded ? ui.theme.maximum : ui.theme.accent,
           0.5f * bar);
  draw_line({x_of(row.ms.low), y + 0.5f * bar}, {std::min(x_of(row.ms.high), box.high.x - pad), y + 0.5f * bar},
            ui.theme.text, std::max(1.0f, ui.px(1)));
}

}  // namespace

void tuning_ranking(Ui& ui, Session& session, const Box& box) {
  const std::vector<TrialResult>& rows = workspace<Tuning>(session).results().rows;
  const std::vector<RankedRow> order = order_of(rows);
  ImGui::SetCursorScreenPos(box.low);
  compat::begin_child("ranking", box.size(), false, 0);
  const float pitch = line_height(ui.fonts.small) + ui.px(18), width = compat::room().x;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const std::string loaded = key_of(session);
  double slowest = 0;
  for (const RankedRow& one : order) slowest = std::max(slowest, rows[one.row].ms.high);
  const TrialResult* clicked = nullptr;
  for (std::size_t place = 0; place < order.size(); ++place) {
    const Box line = Box::at({start.x, start.y + pitch * static_cast<float>(place)}, {width, pitch - ui.px(2)});
    if (!ImGui::IsRectVisible(line.low, line.high)) continue;
    const TrialResult& row = rows[order[place].row];
    ImGui::SetCursorScreenPos(line.low);
    ImGui::PushID(static_cast<int>(order[place].row));
    if (ImGui::InvisibleButton("row", line.size())) clicked = &row;
    const bool pointed = ImGui::IsItemHovered();
    if (pointed) show_tooltip(ui, row_text(row));
    ImGui::PopID();
    ranking_line(ui, row, order[place].verdict, line, slowest, row.key() == loaded, pointed);
  }
  ImGui::SetCursorScreenPos({start.x, start.y + pitch * static_cast<float>(order.size())});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
  if (clicked != nullptr) Tuning::load_into(session, *clicked);
}

}  // namespace texelsort::app
