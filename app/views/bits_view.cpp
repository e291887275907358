#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/views/bits_layout.h"
#include "app/views/diagrams.h"
#include "app/window/compat.h"
#include "compute/algorithms/selection/codes.h"

namespace texelsort::app {

namespace {

using Detail = BitColumns::Detail;

void draw_heads(const Ui& ui, const BitTable& table, const BitColumns& columns, float y) {
  const auto head = [&](float x, const std::string& text, float room) {
    draw_text_elided(ui.fonts.small, {x, y}, ui.theme.dim, text, room);
  };
  head(columns.pass, "pass", columns.m - columns.pass);
  head(columns.m, "m", columns.bit - columns.m);
  if (columns.hexadecimal) head(columns.bit, columns.one_bit ? "bit" : "bits", columns.key - columns.bit);
  head(columns.key, "key of m", columns.count - columns.key);
  head(columns.count, "c(m)", columns.elements - columns.count);
  for (std::size_t e = 0; e < columns.shown; ++e) {
    const float x = columns.element_x(e);
    const bool last = e + 1 == columns.shown;
    std::string text = fmt::format("k = {}", grouped(table.ks[e]));
    if (last && columns.shown < table.ks.size()) text += fmt::format(" and {} more", table.ks.size() - columns.shown);
    if (columns.detail != Detail::full) {
      head(x, text, last ? columns.right - x : columns.element - ui.px(8));
      continue;
    }
    head(x, text, columns.mark_at);
    head(x + columns.mark_at, columns.one_bit ? "the bit is" : "the element is", columns.known_at - columns.mark_at);
    head(x + columns.known_at, "known", columns.right - x - columns.known_at);
  }
}

/// The candidate: bits that are decided, the ones under decision on a plate, and those to come faint.
void draw_candidate(const Ui& ui, const BitColumns& columns, const BitRow& row, float top) {
  float x = columns.m;
  const auto part = [&](std::size_t from, std::size_t to, ImU32 color) {
    const std::string text = row.m.substr(from, to - from);
    draw_text(columns.font, {x, top}, color, text);
    x += text_width(columns.font, text);
  };
  part(0, row.first_digit, ui.theme.text);
  const std::size_t end = row.last_digit + 1;
  const float width = text_width(columns.font, row.m.substr(row.first_digit, end - row.first_digit));
  ImGui::GetWindowDrawList()->AddRectFilled(
      {x, top - ui.px(1)}, {x + width, top + line_height(columns.font) + ui.px(1)}, ui.theme.accent, ui.px(3));
  part(row.first_digit, end, ui.theme.on_accent);
  part(end, row.m.size(), ui.theme.faint);
}

void draw_decision(const Ui& ui, const Session& session, const BitColumns& columns, const BitRow& row, std::uint64_t k,
                   std::size_t e, float middle) {
  const float x = columns.element_x(e), top = middle - 0.5f * line_height(columns.font);
  const Decision decision = row.decisions[e];
  if (decision == Decision::not_asked) {
    draw_text(columns.font, {x + columns.mark_at, top}, ui.theme.faint, "-");
    return;
  }
  const bool kept = decision == Decision::at_least;
  const ImU32 color = kept ? ui.theme.kept : ui.theme.swapped;
  if (columns.detail == Detail::full) {
    draw_text(columns.font, {x, top}, ui.theme.text,
              fmt::format("{} {} {}", grouped(row.count), kept ? "\u2265" : "<", grouped(k)));
  }
  draw_verdict(*ImGui::GetWindowDrawList(), kept, {x + columns.mark_at + ui.px(7), middle}, ui.px(6), color);
  const float after_mark = x + columns.mark_at + ui.px(24), body_top = middle - 0.5f * line_height(ui.fonts.body);
  if (columns.detail == Detail::full) {
    draw_text(ui.fonts.body, {after_mark, body_top}, color, word_of(decision, columns.one_bit));
  }
  if (columns.detail == Detail::mark) {
    draw_text(ui.fonts.body, {after_mark, body_top}, color, kept ? "1" : "0");
  } else {
    const Possible& possible = row.possible[e];
    draw_text(columns.font, {x + columns.known_at, top}, ui.theme.dim,
              shared_digits(possible.low, possible.high, searched_codes(session.player())));
  }
}

/// One line, an item of the layout; a click goes to its pass.
void draw_row(const Ui& ui, Session& session, const BitTable& table, const BitColumns& columns, const BitRow& row,
              bool new_round) {
  auto& draw = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = columns.right, middle = at.y + 0.5f * columns.row;
  ImGui::PushID(static_cast<int>(row.header.index));
  if (ImGui::InvisibleButton("row", {right - at.x, columns.row})) session.seek(row.header.index + 1);
  const bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  if (row.header.index + 1 == session.player().position()) {
    draw.AddRectFilled(at, {right, at.y + columns.row}, with_alpha(ui.theme.accent, 0.16f), ui.px(6));
    draw.AddRectFilled(at, {at.x + ui.px(4), at.y + columns.row}, ui.theme.accent, ui.px(2));
  } else if (hovered) {
    draw.AddRectFilled(at, {right, at.y + columns.row}, ui.theme.raised, ui.px(6));
  }
  if (new_round) draw.AddLine({at.x, at.y}, {right, at.y}, ui.theme.line, ui.px(1));
  const float top = middle - 0.5f * line_height(columns.font);
  draw_text(columns.font, {columns.pass, top}, ui.theme.dim, std::to_string(row.header.index + 1));
  if (!row.counts) {
    draw_text_elided(ui.fonts.body, {columns.m, middle - 0.5f * line_height(ui.fonts.body)}, ui.theme.dim,
                     row.header.label, right - columns.m);
    return;
  }
  draw_candidate(ui, columns, row, top);
  if (columns.hexadecimal) draw_text(columns.font, {columns.bit, top}, ui.theme.dim, bits_text(row));
  draw_text(columns.font, {columns.key, top}, ui.theme.dim, key_text(session, row.threshold));
  draw_text(columns.font, {columns.count, top}, ui.theme.text, grouped(row.count));
  for (std::size_t e = 0; e < columns.shown; ++e) {
    draw_decision(ui, session, columns, row, table.ks[e], e, middle);
  }
}

/// Once found, the answers stand where the decisions did.
void draw_answers(const Ui& ui, const Session& session, const BitTable& table, const BitColumns& columns, ImVec2 at) {
  auto& draw = *ImGui::GetWindowDrawList();
  const float middle = at.y + 0.5f * columns.row, top = middle - 0.5f * line_height(columns.font);
  draw.AddRectFilled(at, {columns.right, at.y + columns.row}, with_alpha(ui.theme.maximum, 0.16f), ui.px(6));
  draw.AddRectFilled(at, {at.x + ui.px(4), at.y + columns.row}, ui.theme.maximum, ui.px(2));
  draw_text(ui.fonts.title, {columns.m, middle - 0.5f * line_height(ui.fonts.title)}, ui.theme.text,
            table.ks.size() == 1 ? "answer" : "answers");
  if (table.ks.size() == 1) {
    draw_text(columns.font, {columns.key, top}, ui.theme.text, key_text(session, table.possible[0].low));
  }
  for (std::size_t e = 0; e < columns.shown; ++e) {
    const std::uint64_t code = table.possible[e].low;
    const float x = columns.element_x(e) + (columns.detail == Detail::mark ? 0 : columns.known_at);
    const std::string text = columns.detail == Detail::mark ? key_text(session, code, 7)
                                                            : threshold_text(code, searched_codes(session.player()));
    draw_text(columns.font, {x, top}, ui.theme.text, text);
  }
}

void draw_table(Ui& ui, Session& session, const BitTable& table, const Box& body) {
  const BitColumns columns = lay_out_bits(ui, session, table, body);
  draw_heads(ui, table, columns, body.low.y);
  const bool found = std::ranges::all_of(table.possible, &Possible::found);
  Box rows = body;
  rows.low.y += line_height(ui.fonts.small) + ui.px(5);
  if (found) rows.high.y -= columns.row + ui.px(4);
  // Whole rows only.
  const float most = std::max(1.0f, std::floor(rows.height() / columns.row));
  rows.high.y = rows.low.y + columns.row * std::min(most, static_cast<float>(table.rows.size()));
  ImGui::SetCursorScreenPos(rows.low);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  const bool scrolls = most < static_cast<float>(table.rows.size());
  compat::begin_child("bit rows", rows.size(), false,
                      scrolls ? 0 : ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const bool new_round =
        i > 0 && table.rows[i].header.stage_index != table.rows[i - 1].header.stage_index && !columns.one_bit;
    draw_row(ui, session, table, columns, table.rows[i], new_round);
  }
  // The present pass is the last row.
  const std::pair shown{session.problem_revision(), session.player().revision()};
  if (std::exchange(ui.bits_shown, shown) != shown) ImGui::SetScrollHereY(1);
  ImGui::EndChild();
  ImGui::PopStyleVar();
  if (found) draw_answers(ui, session, table, columns, {body.low.x, rows.high.y + ui.px(4)});
}

/// How the answers read, or what is looked for.
std::string caption_of(const Session& session) {
  std::string text;
  for (const auto& [question, answer] : answers(session)) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : "; ", question, answer);
  }
  if (!text.empty()) return text;
  for (const auto& question : session.questions()) text += (text.empty() ? "" : ", ") + algorithms::text(question);
  return fmt::format("looking for: {}", text);
}

void draw_bits_diagram(Ui& ui, Session& session, const Box& box) {
  const Box body = view_header(ui, box, "Bits", caption_of(session));
  if (session.player().position() > 0 && body.height() >= ui.px(60)) {
    return draw_table(ui, session, bit_table(session.player()), body);
  }
  draw_text_elided(ui.fonts.body, body.low, ui.theme.dim, "No key has been counted yet: each pass will add a row.",
                   body.width());
}

}  // namespace

/// A selection's thresholds and what their counts have decided, a row for each pass so far.
Diagram bits_diagram() {
  return {.name = "bits",
          .subject = "selections",
          .title = "Bits",
          .absent = " counts no keys against thresholds: no bits of an answer are decided one by one.",
          .tables = {algorithms::tables::Thresholds{}},
          .reason = [](const Session&) { return std::string(); },
          .draw = draw_bits_diagram,
          .pointing = "Point at a texel or a bar to see its key and whether the pass has counted it. Click to pin it.",
          .share = 0.56f};
}

}  // namespace texelsort::app
