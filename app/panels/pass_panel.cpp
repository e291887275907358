#include <algorithm>

#include <fmt/format.h>

#include "app/panels/panels.h"
#include "app/window/compat.h"

namespace texelsort::app {

namespace {

/// What the pass costs, a number a row: the line that `texelsort sort --trace --timing` prints.
void cost_rows(const Ui& ui, const measure::Cost& cost) {
  const float width = compat::room().x, height = line_height(ui.fonts.body) + ui.px(6);
  for (const auto& field : measure::cost_fields(cost)) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float value_width = text_width(ui.fonts.mono, field.value);
    draw_text_elided(ui.fonts.body, at, ui.theme.dim, field.name, width - value_width - ui.px(8));
    draw_text(ui.fonts.mono, {at.x + width - value_width, at.y}, ui.theme.text, field.value);
    ImGui::Dummy({width, height - ImGui::GetStyle().ItemSpacing.y});
  }
}

/// What a selection looks for, or has found.
void answer_lines(const Ui& ui, const Session& session) {
  const auto answers = session.answers();
  for (const auto& [question, answer] : answers) {
    text_item(ui.fonts.title, ui.theme.text, fmt::format("{} = {}", question, answer));
  }
  if (!answers.empty() || session.questions().empty()) return;
  std::string names;
  for (const auto& question : session.questions()) names += (names.empty() ? "" : ", ") + text(question);
  text_item(ui.fonts.small, ui.theme.dim, fmt::format("Looking for: {}.", names));
}

/// What the passes so far have moved; once they are measured their times have it beside them.
void byte_rows(const Ui& ui, Session& session) {
  if (!session.has_records() || session.measurement()) return;
  ImGui::Dummy({0, ui.px(2)});
  heading(ui, "Bytes by pass");
  std::vector<PassBytes> passes;
  for (const auto& record : session.player().records()) passes.push_back(pass_bytes(record.header, record.counters));
  const ImVec2 at = ImGui::GetCursorScreenPos(), size{compat::room().x, ui.px(84)};
  byte_bars(ui, session, passes, session.player().total().value_or(session.player().headers().size()),
            {at, {at.x + size.x, at.y + size.y}});
}

void claim_box(const Ui& ui, Session& session, const algorithms::PassRecord& record) {
  auto& player = session.player();
  const auto* verdict = player.verdict();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float indent = ui.px(26), width = compat::room().x;
  auto& draw = *ImGui::GetWindowDrawList();
  const ImVec2 mark{at.x + ui.px(9), at.y + 0.55f * line_height(ui.fonts.body)};
  if (verdict) {
    draw.AddCircleFilled(mark, ui.px(9), with_alpha(verdict->holds() ? ui.theme.kept : ui.theme.warning, 0.2f), 24);
    draw_verdict(draw, verdict->holds(), mark, ui.px(5), verdict->holds() ? ui.theme.kept : ui.theme.warning);
  } else {
    draw.AddCircle(mark, ui.px(7), ui.theme.faint, 24, ui.px(1.5f));
  }
  ImGui::SetCursorScreenPos({at.x + indent, at.y});
  ImGui::BeginGroup();
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width - indent);
  ImGui::PushFont(ui.fonts.body);
  ImGui::TextUnformatted(record.claim.sentence.c_str());
  ImGui::PopFont();
  if (verdict && !verdict->holds()) {
    ImGui::PushFont(ui.fonts.small);
    ImGui::PushStyleColor(ImGuiCol_Text, ui.theme.warning);
    ImGui::TextUnformatted(verdict->violation->message.c_str());
    ImGui::PopStyleColor();
    ImGui::PopFont();
  }
  ImGui::PopTextWrapPos();
  ImGui::EndGroup();
  if (!verdict && player.position() == player.target()) {
    if (ImGui::Button("Test this claim", {compat::room().x, 0})) player.test_claim();
    tooltip(ui, "Reads all keys back, before and after the pass (C).");
  }
}

}  // namespace

void pass_panel(Ui& ui, Session& session, const Box& box) {
  begin_card(ui, "pass", box, true);
  const auto& player = session.player();
  const auto* record = player.record();
  if (record) {
    heading(ui, fmt::format("{}, {}", record->header.stage, record->header.label));
    claim_box(ui, session, *record);
    answer_lines(ui, session);
    ImGui::Dummy({0, ui.px(2)});
    cost_rows(ui, session.cost_of(record->counters, record->header.index));
    byte_rows(ui, session);
  } else {
    heading(ui, "Input");
    text_item(ui.fonts.body, ui.theme.text,
              fmt::format("{} {} of type {}, {}.", grouped(player.n()), player.n() == 1 ? "key" : "keys",
                          data::name(session.problem().type()), session.loaded().origin));
    answer_lines(ui, session);
    const auto headers = player.headers();
    if (player.total() == std::uint64_t{0}) {
      text_item(ui.fonts.small, ui.theme.dim, "Nothing has to be done: the keys are in order.");
    } else if (!headers.empty()) {
      text_item(ui.fonts.small, ui.theme.dim,
                fmt::format("Next: {}, {}. Press Right.", headers.front().stage, headers.front().label));
    } else if (!player.total()) {
      text_item(ui.fonts.small, ui.theme.dim, "Each pass decides what the next one is. Press Right.");
    }
  }
  end_scrolling_card(ui, box);
}

void pass_strip(const Ui& ui, Session& session, const Box& box) {
  begin_card(ui, "pass strip", box, false);
  const auto* record = session.player().record();
  const float pad = ui.px(16), middle = 0.5f * (box.low.y + box.high.y);
  if (!record) {
    draw_text_elided(ui.fonts.body, {box.low.x + pad, middle - 0.5f * line_height(ui.fonts.body)}, ui.theme.text,
                     fmt::format("Input: {} keys, {}", grouped(session.player().n()), session.loaded().origin),
                     box.width() - 2 * pad);
    end_card();
    return;
  }
  const std::string name = fmt::format("{}, {}", record->header.stage, record->header.label);
  const float name_width = text_width(ui.fonts.title, name);
  draw_text_elided(ui.fonts.title, {box.low.x + pad, middle - 0.5f * line_height(ui.fonts.title)}, ui.theme.text, name,
                   box.width() - 2 * pad);
  const float x = box.low.x + pad + name_width + ui.px(34);
  if (const auto* verdict = session.player().verdict()) {
    draw_verdict(*ImGui::GetWindowDrawList(), verdict->holds(), {x - ui.px(14), middle}, ui.px(6),
                 verdict->holds() ? ui.theme.kept : ui.theme.warning);
  }
  if (box.high.x - pad - x > ui.px(60)) {
    draw_text_elided(ui.fonts.body, {x, middle - 0.5f * line_height(ui.fonts.body)}, ui.theme.dim,
                     record->claim.sentence, box.high.x - pad - x);
  }
  end_card();
}

}  // namespace texelsort::app
