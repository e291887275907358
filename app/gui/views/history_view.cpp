#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "app/gui/views/diagrams.h"
#include "app/gui/window/compat.h"
#include "app/playback/index_history.h"

namespace texelsort::app {

namespace {

using ColumnTexts = std::array<std::string, 7>;
constexpr std::size_t name_column = 1, last_column = std::tuple_size_v<ColumnTexts> - 1;

/// Returns the titles of the columns. An index keeps its place and changes its key. A key changes its index.
ColumnTexts column_titles(Follow subject) {
  const bool of_key = subject == Follow::value;
  return {
      "pass",    "name",      of_key ? "from index" : "key before", of_key ? "to index" : "key after", "compared with",
      "outcome", "written by"};
}

/// Titles of the columns, texts of all rows, and the number of characters of the longest text in each column.
struct HistoryTexts {
  ColumnTexts titles;
  std::vector<ColumnTexts> rows;
  std::array<std::size_t, std::tuple_size_v<ColumnTexts>> longest{};
};

HistoryTexts texts_of(Session& session) {
  const Follow subject = history_subject(session.look);
  HistoryTexts texts{.titles = column_titles(subject), .rows = {}};
  const auto records = session.player().records();
  for (const HistoryRow& row : session.history()) {
    const ElementHistory& story = row.story;
    const auto& header = records[row.pass].header;
    const std::string file = row.file.substr(row.file.rfind('/') + 1);
    const bool of_key = subject == Follow::value;
    texts.rows.push_back(
        {std::to_string(row.pass + 1), header.stage + ", " + header.label,
         of_key ? std::to_string(story.from.value_or(story.place)) : story.before.value_or("unknown"),
         of_key ? std::to_string(story.place) : story.after.value_or("unknown"),
         row.compared ? fmt::format("{} at index {}", row.compared->key, row.compared->place) : "", outcome_text(row),
         file.empty() ? ""
                      : fmt::format("{}:{} {}", file, row.line, row.code.substr(row.code.find_first_not_of(' ')))});
  }
  for (std::size_t column = 0; column < texts.titles.size(); ++column) {
    texts.longest[column] = texts.titles[column].size();
    for (const auto& row : texts.rows) texts.longest[column] = std::max(texts.longest[column], row[column].size());
  }
  return texts;
}

struct HistoryColumns {
  ImFont* font = nullptr;
  std::array<float, std::tuple_size_v<ColumnTexts> + 1>
      edges{};             ///< left edges of the columns, and the right edge of the table
  float row = 0, gap = 0;  ///< height of a row, and space between columns, in pixels

  float width(std::size_t column) const { return edges[column + 1] - edges[column]; }
};

/// Returns the columns in the largest font in which all columns but the last fit. The last one gets the rest. In the
/// smallest font, the names of passes are shortened if necessary.
HistoryColumns lay_out_history(const Ui& ui, const HistoryTexts& texts, const Box& body) {
  HistoryColumns columns;
  constexpr std::size_t code_letters = 24;
  for (ImFont* font : {ui.fonts.mono_large, ui.fonts.mono, ui.fonts.mono_small}) {
    columns.font = font;
    columns.row = line_height(font) + ui.px(6);
    columns.gap = ui.px(12);
    const float letter = text_width(font, "m");
    std::array<float, std::tuple_size_v<ColumnTexts>> widths{};
    float all = ui.px(10);
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const std::size_t letters = i == last_column ? std::min(texts.longest[i], code_letters) : texts.longest[i];
      widths[i] = letter * static_cast<float>(letters) + ui.px(14);
      all += widths[i];
    }
    const float over = all - body.width();
    if (over > 0 && font != ui.fonts.mono_small) continue;
    if (over > 0) widths[name_column] = std::max(0.0f, widths[name_column] - over);
    columns.edges[0] = body.low.x + ui.px(10);
    for (std::size_t i = 0; i < widths.size(); ++i) columns.edges[i + 1] = columns.edges[i] + widths[i];
    columns.edges.back() = body.high.x - ui.px(14);
    for (float& edge : columns.edges) edge = std::min(edge, columns.edges.back());
    break;
  }
  return columns;
}

void draw_cells_of(const HistoryColumns& columns, const ColumnTexts& texts, float y, ImU32 color) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (columns.width(i) < text_width(columns.font, "mmm")) continue;
    draw_text_elided(columns.font, {columns.edges[i], y}, color, texts[i], columns.width(i) - columns.gap);
  }
}

void draw_history(Ui& ui, Session& session, const Box& body) {
  const auto& texts = session.player().of_state().get(std::pair(session.pinned()->index, history_subject(session.look)),
                                                      [&session] { return texts_of(session); });
  const HistoryColumns columns = lay_out_history(ui, texts, body);
  draw_cells_of(columns, texts.titles, body.low.y, ui.theme.dim);
  // A whole number of rows is visible, so that the edge of the view cuts no letters.
  const float top_row = body.low.y + columns.row, visible = std::floor((body.high.y - top_row) / columns.row);
  const Box rows{{body.low.x, top_row}, {body.high.x, top_row + std::max(1.0f, visible) * columns.row}};
  ImGui::SetCursorScreenPos(rows.low);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  compat::begin_child("history rows", rows.size(), false, 0);
  // The latest pass is the last row, because rows exist only for executed passes.
  const std::pair shown{session.problem_revision(), session.player().revision()};
  const float all = columns.row * static_cast<float>(texts.rows.size());
  if (std::exchange(ui.history_shown, shown) != shown) ImGui::SetScrollY(std::max(0.0f, all - rows.height()));
  const ImVec2 top = ImGui::GetCursorScreenPos();
  const auto first = static_cast<std::size_t>(std::max(0.0f, (rows.low.y - top.y) / columns.row));
  const auto last = std::min(texts.rows.size(), first + static_cast<std::size_t>(rows.height() / columns.row) + 2);
  for (std::size_t i = std::min(first, texts.rows.size()); i < last; ++i) {
    const ImVec2 at{rows.low.x, top.y + columns.row * static_cast<float>(i)};
    const Box row = Box::at(at, {columns.edges.back() - at.x, columns.row});
    ImGui::SetCursorScreenPos(at);
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::InvisibleButton("row", row.size())) session.seek(i + 1);
    note_item("pass " + texts.rows[i][0]);
    ImGui::PopID();
    if (i + 1 == session.player().position()) {
      draw_box(row, with_alpha(ui.theme.accent, 0.16f), ui.px(4));
      draw_box(Box::at(at, {ui.px(4), columns.row}), ui.theme.accent, ui.px(2));
    } else if (ImGui::IsItemHovered()) {
      draw_box(row, with_alpha(ui.theme.text, 0.06f), ui.px(4));
    }
    draw_cells_of(columns, texts.rows[i], at.y + ui.px(3), ui.theme.text);
  }
  ImGui::SetCursorScreenPos(top);
  ImGui::Dummy({rows.width() - ui.px(14), all});
  ImGui::EndChild();
  ImGui::PopStyleVar(2);
}

std::string reason_of_no_history(Session& session) {
  if (!session.pinned()) return "Click a texel or a bar to see the history of its index.";
  if (session.player().position() == 0) return "No pass has run yet. Each pass adds a row.";
  if (!session.player().at_rest()) return "The pass is being loaded.";
  const std::string refusal = trail_refusal(session.player());
  return refusal.empty() && session.history().empty()
             ? "texelsort cannot follow keys here, because a pass removes or adds keys."
             : refusal;
}

}  // namespace

void history_view(Ui& ui, Session& session, const Box& box) {
  begin_card(ui, "history", box, false);
  const auto& pinned = session.pinned();
  const bool of_key = session.look.history_of_key;
  const std::string caption = !pinned  ? ""
                              : of_key ? "key " + session.player().key_text(pinned->index)
                                       : fmt::format("index {}", pinned->index);
  Box body = view_header(ui, box, "History", caption);
  const std::string reason = reason_of_no_history(session);
  if (!reason.empty()) {
    ImGui::SetCursorScreenPos(body.low);
    text_item(ui.fonts.body, ui.theme.dim, reason, body.width());
  } else {
    if (!ui.still && body.height() > ui.px(150)) {
      constexpr std::array<const char*, 2> names{"of the index", "of the key"};
      int chosen = of_key ? 1 : 0;
      ImGui::SetCursorScreenPos(body.low);
      if (segmented(ui, "history of", names, chosen, std::min(body.width(), ui.px(260)))) {
        session.look.history_of_key = chosen == 1;
      }
      body.low.y += ImGui::GetFrameHeight() + ui.px(6);
    }
    if (body.height() > 2 * line_height(ui.fonts.mono_small)) draw_history(ui, session, body);
  }
  end_card();
}

}  // namespace texelsort::app
