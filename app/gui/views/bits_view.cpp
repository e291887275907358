#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/gui/panels/widgets.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/views/threshold.h"
#include "app/gui/window/compat.h"
#include "app/gui/window/shortcuts.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"
#include "compute/algorithms/selection/encoded_keys.h"
#include "compute/data/keys/order.h"

namespace texelsort::app {

namespace {

/// Screen positions of the columns in the table of bits.
struct BitColumns {
  /// Amount of detail in the cell that shows the decision about one wanted element. full: "3 ≥ 2", a mark, "kept" and
  /// "1···". known: a mark and "1···". mark: only a mark.
  enum class Detail : std::uint8_t { full, known, mark };

  ImFont* font = nullptr;
  float row = 0;  ///< height of a row of the table in pixels
  float pass = 0, m = 0, bit = 0, key = 0, count = 0, elements = 0,
        right = 0;                  ///< left edges of the columns, and right edge of the table, in pixels
  float element = 0;                ///< width in pixels of a cell that shows the decision about a wanted element
  float mark_at = 0, known_at = 0;  ///< offsets in pixels, within a cell, of the mark and of the bits that are known
  std::size_t shown = 0;            ///< number of wanted elements for which the table has space
  Detail detail = Detail::full;
  bool one_bit = true;  ///< true if every pass decides a single bit
  /// True if thresholds are written in hexadecimal, so that a column must name the bits that a pass decides.
  bool hexadecimal = false;

  float element_x(std::size_t e) const { return elements + element * static_cast<float>(e); }
};

using Detail = BitColumns::Detail;

/// Returns the decision of a pass about an element in a few words. If the pass decides one bit, they are "kept" or
/// "cleared". If it decides several bits, they compare the element with the threshold m.
const char* word_of(Decision decision, bool one_bit) {
  if (one_bit) return decision == Decision::at_least ? "kept" : "cleared";
  return decision == Decision::at_least ? "at least m" : "below m";
}

/// Returns the numbers of the bits that a pass decides: "31", or "31-30" for several bits.
std::string bits_text(const BitRow& row) {
  if (row.high_bit == row.low_bit) return std::to_string(row.high_bit);
  return fmt::format("{}-{}", row.high_bit, row.low_bit);
}

/// Widths in pixels of the widest text in each column of the table.
struct Widths {
  float pass = 0, m = 0, bit = 0, key = 0, count = 0, compared = 0, word = 0;
};

Widths measure(const Ui& ui, const Session& session, const BitTable& table, ImFont* font, bool one_bit) {
  const auto searched = searched_codes(session.player());
  const std::uint64_t n = session.problem().n();
  Widths widths;
  const auto label = [&](const char* text) { return text_width(ui.fonts.small, text); };
  widths.pass = std::max(label("pass"), text_width(font, std::to_string(table.rows.size())));
  widths.m = text_width(font, algorithms::threshold_text(searched.last(), searched));
  widths.bit = text_width(font, one_bit ? "63" : "63-60");
  widths.key = std::max(label("m as key"), text_width(font, key_text(session, searched.last())));
  for (const BitRow& row : table.rows) {
    if (row.counts) widths.key = std::max(widths.key, text_width(font, key_text(session, row.threshold)));
  }
  widths.count = std::max(label("c(m)"), text_width(font, grouped(n)));
  widths.compared = text_width(font, fmt::format("{} \u2265 {}", grouped(n), grouped(table.ks.back())));
  for (const Decision decision : {Decision::at_least, Decision::below}) {
    widths.word = std::max(widths.word, text_width(ui.fonts.body, word_of(decision, one_bit)));
  }
  return widths;
}

void place_cells(const Ui& ui, const Widths& widths, BitColumns& columns) {
  const float mark = ui.px(24), gap = ui.px(20);
  columns.mark_at = columns.detail == Detail::full ? widths.compared + gap : 0;
  columns.known_at = columns.mark_at + mark + (columns.detail == Detail::full ? widths.word + gap : 0);
  columns.element = columns.detail == Detail::mark ? ui.px(72) : columns.known_at + widths.m + gap;
}

/// Lays out the columns of the table. Returns whether there is space for all elements.
bool place(const Ui& ui, const Widths& widths, const BitTable& table, const Box& body, BitColumns& columns) {
  const float gap = ui.px(columns.font == ui.fonts.mono_large ? 34.0f : 24.0f);
  columns.pass = body.low.x + ui.px(14);
  columns.m = columns.pass + widths.pass + gap;
  columns.bit = columns.m + widths.m + gap;
  columns.key = columns.bit + (columns.hexadecimal ? widths.bit + gap : 0);
  columns.count = columns.key + widths.key + gap;
  columns.elements = columns.count + widths.count + gap;
  columns.right = body.high.x;
  columns.row = line_height(columns.font) + ui.px(7);
  place_cells(ui, widths, columns);
  const float room = std::max(0.0f, columns.right - columns.elements);
  columns.shown = std::clamp<std::size_t>(static_cast<std::size_t>(room / columns.element), 1, table.ks.size());
  return columns.element * static_cast<float>(table.ks.size()) <= room;
}

BitColumns lay_out_bits(const Ui& ui, const Session& session, const BitTable& table, const Box& body) {
  struct Form {
    ImFont* font;
    Detail detail;
  };
  // Try the largest font with all details first, then smaller fonts and fewer details per cell.
  const std::array forms{Form{ui.fonts.mono_large, Detail::full}, Form{ui.fonts.mono, Detail::full},
                         Form{ui.fonts.mono, Detail::known}, Form{ui.fonts.mono_small, Detail::known},
                         Form{ui.fonts.mono_small, Detail::mark}};
  BitColumns columns;
  columns.one_bit = session.player().run().selection()->digit == 1;
  const auto searched = searched_codes(session.player());
  columns.hexadecimal = algorithms::threshold_text(searched.low, searched).starts_with("0x");
  for (const Form& form : forms) {
    columns.font = form.font;
    columns.detail = form.detail;
    const bool fits = place(ui, measure(ui, session, table, form.font, columns.one_bit), table, body, columns);
    // Smallest number of rows of the table that are visible, not counting headings and answers. The user scrolls to
    // further rows.
    constexpr float fewest_rows = 5;
    const float height = columns.row * (fewest_rows + 1) + line_height(ui.fonts.small) + ui.px(9);
    if (fits && (form.font != ui.fonts.mono_large || height <= body.height())) break;
  }
  return columns;
}

void draw_heads(const Ui& ui, const BitTable& table, const BitColumns& columns, float y) {
  const auto head = [&](float x, const std::string& text, float room) {
    draw_text_elided(ui.fonts.small, {x, y}, ui.theme.dim, text, room);
  };
  head(columns.pass, "pass", columns.m - columns.pass);
  head(columns.m, "m", columns.bit - columns.m);
  if (columns.hexadecimal) head(columns.bit, columns.one_bit ? "bit" : "bits", columns.key - columns.bit);
  head(columns.key, "m as key", columns.count - columns.key);
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

/// Draws the threshold of a pass. Bits that the pass decides are on a plate, and bits that later passes decide are dim.
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
  draw_box({{x, top - ui.px(1)}, {x + width, top + line_height(columns.font) + ui.px(1)}}, ui.theme.accent, ui.px(3));
  part(row.first_digit, end, ui.theme.on_accent);
  part(end, row.m.size(), ui.theme.dim);
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
  // Letters are thinner than marks, so they need more contrast.
  const ImU32 letters = blend(color, ui.theme.text, 0.25f);
  if (columns.detail == Detail::full) {
    draw_text(columns.font, {x, top}, ui.theme.text,
              fmt::format("{} {} {}", grouped(row.count), kept ? "\u2265" : "<", grouped(k)));
  }
  draw_verdict(kept, {x + columns.mark_at + ui.px(7), middle}, ui.px(6), color);
  const float after_mark = x + columns.mark_at + ui.px(24), body_top = middle - 0.5f * line_height(ui.fonts.body);
  if (columns.detail == Detail::full) {
    draw_text(ui.fonts.body, {after_mark, body_top}, letters, word_of(decision, columns.one_bit));
  }
  if (columns.detail == Detail::mark) {
    draw_text(ui.fonts.body, {after_mark, body_top}, letters, kept ? "1" : "0");
  } else {
    const Possible& possible = row.possible[e];
    draw_text(columns.font, {x + columns.known_at, top}, ui.theme.dim,
              shared_digits(possible.low, possible.high, searched_codes(session.player())));
  }
}

/// Draws a row of the table as an item of ImGui's layout. A click on the row seeks its pass.
void draw_row(const Ui& ui, Session& session, const BitTable& table, const BitColumns& columns, const BitRow& row,
              bool new_round) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = std::min(columns.right, at.x + compat::room().x), middle = at.y + 0.5f * columns.row;
  ImGui::PushID(static_cast<int>(row.header.index));
  if (ImGui::InvisibleButton("row", {right - at.x, columns.row})) go_to_pass(session, row.header.index + 1);
  const bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  if (row.header.index + 1 == session.player().position()) {
    draw_box({at, {right, at.y + columns.row}}, with_alpha(ui.theme.accent, 0.16f), ui.px(6));
    draw_box(Box::at(at, {ui.px(4), columns.row}), ui.theme.accent, ui.px(2));
  } else if (hovered) {
    draw_box({at, {right, at.y + columns.row}}, ui.theme.raised, ui.px(6));
  }
  if (new_round) draw_line({at.x, at.y}, {right, at.y}, ui.theme.line, ui.px(1));
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

/// Draws the answers of the selection below the columns of decisions.
void draw_answers(const Ui& ui, const Session& session, const BitTable& table, const BitColumns& columns, ImVec2 at) {
  const float middle = at.y + 0.5f * columns.row, top = middle - 0.5f * line_height(columns.font);
  draw_box({at, {columns.right, at.y + columns.row}}, with_alpha(ui.theme.maximum, 0.16f), ui.px(6));
  draw_box(Box::at(at, {ui.px(4), columns.row}), ui.theme.maximum, ui.px(2));
  draw_text(ui.fonts.title, {columns.pass, middle - 0.5f * line_height(ui.fonts.title)}, ui.theme.text,
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
  // Show only whole rows of the table.
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
  // Scroll to the last row, which is the present pass.
  const std::pair shown{session.problem_revision(), session.player().revision()};
  if (std::exchange(ui.bits_shown, shown) != shown) ImGui::SetScrollHereY(1);
  ImGui::EndChild();
  ImGui::PopStyleVar();
  if (found) draw_answers(ui, session, table, columns, {body.low.x, rows.high.y + ui.px(4)});
}

/// Draws a small input above the table: each key, and below it the bits that the search compares. Leaves out the bits
/// if there is little space, and all keys if there is less. Marks the keys that the present pass has counted. Returns
/// the used height.
float draw_keys(const Ui& ui, const Session& session, const Box& body) {
  constexpr std::uint64_t most_keys = 32;
  const Player& player = session.player();
  const std::uint64_t n = player.n();
  if (n == 0 || n > most_keys) return 0;
  const auto searched = searched_codes(player);
  const std::vector<std::uint64_t> codes = data::codes(session.problem().keys, session.problem().order);
  const float column = body.width() / static_cast<float>(n);
  float widest = 0, widest_bits = 0;
  for (const std::uint64_t code : codes) {
    widest = std::max(widest, text_width(ui.fonts.mono_small, key_text(session, code)));
    widest_bits = std::max(widest_bits, text_width(ui.fonts.mono_small, algorithms::threshold_text(code, searched)));
  }
  const bool with_bits = widest_bits + ui.px(3) <= column;
  const float line = line_height(ui.fonts.mono_small), height = (with_bits ? 2 : 1) * line + ui.px(12);
  if (widest + ui.px(3) > column || body.height() < height + ui.px(60)) return 0;
  const auto* now = counted(player);
  for (std::uint64_t i = 0; i < n; ++i) {
    const float middle = body.low.x + column * (static_cast<float>(i) + 0.5f);
    if (now != nullptr && codes[i] >= bit_table(player).rows.back().threshold) {
      draw_box({{middle - 0.5f * column + 1, body.low.y}, {middle + 0.5f * column - 1, body.low.y + height - ui.px(8)}},
               with_alpha(ui.theme.kept, 0.25f), ui.px(5));
    }
    const float top = body.low.y + ui.px(2) + 0.5f * line;
    draw_text_centred(ui.fonts.mono_small, {middle, top}, ui.theme.text, key_text(session, codes[i]));
    if (!with_bits) continue;
    draw_text_centred(ui.fonts.mono_small, {middle, top + line}, ui.theme.dim,
                      algorithms::threshold_text(codes[i], searched));
  }
  return height;
}

/// Returns the answers of the selection as text. Before they are known, returns its questions.
std::string caption_of(const Session& session) {
  std::string text;
  for (const auto& [question, answer] : answers(session.player(), session.questions())) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : "; ", question, answer);
  }
  if (!text.empty()) return text;
  for (const auto& question : session.questions()) text += (text.empty() ? "" : ", ") + algorithms::text(question);
  return fmt::format("looking for: {}", text);
}

void draw_bits_diagram(Ui& ui, Session& session, const Box& box) {
  Box body = view_header(ui, box, "Bits", caption_of(session));
  body.low.y += draw_keys(ui, session, body);
  if (session.player().position() > 0 && body.height() >= ui.px(60)) {
    return draw_table(ui, session, bit_table(session.player()), body);
  }
  draw_text_elided(ui.fonts.body, body.low, ui.theme.dim, "No keys are counted yet. Each pass adds a row.",
                   body.width());
}

}  // namespace

/// Returns the diagram of a selection by thresholds: a table with one row per executed pass. A row shows the threshold
/// of the pass and the bits that its count has decided.
Diagram bits_diagram() {
  return {.name = "bits",
          .title = "Bits",
          .absent = " does not count keys against thresholds.",
          .tables = {algorithms::tables::Thresholds{}},
          .draw = draw_bits_diagram,
          .pointing = "Point at a texel or a bar to see its key and whether the pass has counted it. Click to pin it.",
          .share = 0.56f};
}

}  // namespace texelsort::app
