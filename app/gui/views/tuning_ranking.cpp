#include <algorithm>

#include <fmt/format.h>

#include "app/gui/views/tuning_panel_state.h"
#include "app/gui/window/compat.h"
#include "app/session/tuning.h"

namespace texelsort::app {

namespace {

/// A line of the list: a ranked row, or a heading above rows whose times do not compare with those above.
using RankingLine = std::optional<RankedRow>;

/// Returns the ranked rows of all problems, largest problems first.
std::vector<RankingLine> ranking_lines(const std::vector<TrialResult>& rows) {
  auto problems = rankings(rows);
  std::erase_if(problems, [](const std::vector<RankedRow>& order) { return order.empty(); });
  std::ranges::stable_sort(problems, std::greater<>{},
                           [&rows](const std::vector<RankedRow>& order) { return rows[order.front().row].n; });
  std::vector<RankingLine> lines;
  for (const std::vector<RankedRow>& order : problems) {
    for (std::size_t place = 0; place < order.size(); ++place) {
      if (place > 0 && !order[place].is_compared() && (place == 1 || order[place - 1].is_compared()))
        lines.emplace_back();
      lines.emplace_back(order[place]);
    }
  }
  return lines;
}

/// Draws the name of a row, with a bar below that shows its time relative to the slowest row.
void ranking_line(const Ui& ui, const TrialResult& row, const RankedRow& ranked, const Box& box, double slowest,
                  bool loaded, bool pointed) {
  const RankVerdict verdict = ranked.verdict;
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
  draw_box({{box.low.x + pad, y}, {x_of(row.ms.median), y + bar}},
           loaded                 ? ui.theme.maximum
           : ranked.is_compared() ? ui.theme.accent
                                  : ui.theme.dim,
           0.5f * bar);
  draw_line({x_of(row.ms.low), y + 0.5f * bar}, {std::min(x_of(row.ms.high), box.high.x - pad), y + 0.5f * bar},
            ui.theme.text, std::max(1.0f, ui.px(1)));
}

}  // namespace

void tuning_ranking(Ui& ui, Session& session, const Box& box) {
  const std::vector<TrialResult>& rows = workspace<Tuning>(session).results().rows;
  const std::vector<RankingLine> lines = ranking_lines(rows);
  ImGui::SetCursorScreenPos(box.low);
  compat::begin_child("ranking", box.size(), false, 0);
  const float pitch = line_height(ui.fonts.small) + ui.px(18), width = compat::room().x;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const std::string loaded = key_of(session);
  double slowest = 0;
  for (const RankingLine& one : lines) slowest = std::max(slowest, one ? rows[one->row].ms.high : 0);
  const TrialResult* clicked = nullptr;
  for (std::size_t place = 0; place < lines.size(); ++place) {
    const Box line = Box::at({start.x, start.y + pitch * static_cast<float>(place)}, {width, pitch - ui.px(2)});
    if (!ImGui::IsRectVisible(line.low, line.high)) continue;
    if (!lines[place]) {
      draw_text_elided(ui.fonts.small, {line.low.x + ui.px(8), line.low.y + ui.px(10)}, ui.theme.dim,
                       "Not ranked: times of other rounds or fewer samples", width - ui.px(16));
      continue;
    }
    const TrialResult& row = rows[lines[place]->row];
    ImGui::SetCursorScreenPos(line.low);
    ImGui::PushID(static_cast<int>(lines[place]->row));
    if (ImGui::InvisibleButton("row", line.size())) clicked = &row;
    const bool pointed = ImGui::IsItemHovered();
    if (pointed) show_tooltip(ui, row_text(row));
    ImGui::PopID();
    ranking_line(ui, row, *lines[place], line, slowest, row.key() == loaded, pointed);
  }
  ImGui::SetCursorScreenPos({start.x, start.y + pitch * static_cast<float>(lines.size())});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
  if (clicked != nullptr) Tuning::load_into(session, *clicked);
}

}  // namespace texelsort::app
