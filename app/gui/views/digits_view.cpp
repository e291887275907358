#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "app/export/colours.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/views/digit_drawing.h"
#include "app/gui/views/key_bits.h"
#include "app/gui/views/patterns.h"
#include "app/playback/models/key_groups.h"
#include "compute/data/keys/order.h"

namespace texelsort::app {

namespace tables = algorithms::tables;

namespace {

/// Smallest distance of positions at which each key has its own arrow, in pixels at scale 1.
constexpr float narrowest_place = 4.5f;
/// Greatest numbers of rows and columns of the table for which streams from tiles to digits are drawn. More streams
/// would be too thin to follow.
constexpr std::uint64_t most_stream_rows = 8, most_stream_columns = 16;
/// Smallest height of the picture of the moves, and its distance from the tables, in pixels at scale 1.
constexpr float lowest_scatter = 56, below_tables = 14;

/// Positions of the array on the screen: a row before the pass, and below it a row after the pass.
struct Rows {
  Box before, after;
  std::uint64_t n = 1;

  float pitch() const { return before.width() / static_cast<float>(n); }
  float x(double place) const {
    return before.low.x + before.width() * static_cast<float>(place / static_cast<double>(n));
  }
  float middle(std::uint64_t place) const { return x(static_cast<double>(place) + 0.5); }
};

Rows lay_out(const Ui& ui, const Box& box, std::uint64_t n) {
  const float line = line_height(ui.fonts.small) + ui.px(3), names = text_width(ui.fonts.small, "before") + ui.px(10);
  const float tall = std::clamp(0.16f * box.height(), ui.px(8), ui.px(26));
  Rows rows;
  rows.n = n;
  rows.before = {{box.low.x + names, box.low.y + line}, {box.high.x, box.low.y + line + tall}};
  rows.after = {{box.low.x + names, box.high.y - line - tall}, {box.high.x, box.high.y - line}};
  return rows;
}

glm::vec3 colour_of(const Session& session, const DigitPicture& picture, std::uint64_t digit) {
  return scale_colour(session.look, std::uint64_t{1} << picture.table.pass.bits, digit);
}

/// Draws the positions of one row in the colours of their keys' digits. Adjacent positions with the same digit form one
/// rectangle if gaps would be invisible.
template <typename DigitAt>
void draw_places(const Ui& ui, const Session& session, const DigitPicture& picture, const Rows& rows, const Box& row,
                 float alpha, DigitAt digit_at) {
  const bool apart = rows.pitch() >= ui.px(narrowest_place);
  const auto pixels = static_cast<std::uint64_t>(row.width());
  const std::uint64_t parts = apart ? rows.n : std::min(rows.n, pixels);
  const auto place = [&](std::uint64_t part) { return part * rows.n / parts; };
  for (std::uint64_t part = 0; part < parts;) {
    const std::uint64_t first = part, digit = digit_at(place(part));
    do {
      ++part;
    } while (!apart && part < parts && digit_at(place(part)) == digit);
    const float left = rows.x(static_cast<double>(place(first)));
    const float right = part == parts ? row.high.x : rows.x(static_cast<double>(place(part)));
    draw_group_box(ui, {{left, row.low.y}, {right - (apart ? 1.0f : 0.0f), row.high.y}},
                   colour_of(session, picture, digit), digit, alpha, apart ? ui.px(2) : 0);
  }
}

void draw_values(const Ui& ui, const Session& session, const DigitPicture& picture, const Rows& rows, const Box& row,
                 const data::Keys& keys, bool after) {
  const float room = rows.pitch() - ui.px(3);
  if (room < text_width(ui.fonts.mono_small, "0") || row.height() < line_height(ui.fonts.mono_small)) return;
  // Showing only the short values would be misleading.
  for (std::uint64_t i = 0; i < rows.n; ++i) {
    if (fitting_number(ui.fonts.mono_small, data::text(keys, i), room).empty()) return;
  }
  const auto codes = key_groups(session.player());
  for (std::uint64_t i = 0; i < rows.n; ++i) {
    const std::uint64_t digit = picture.moves && !after ? (*picture.moves)[i].digit : codes->of_key[i];
    draw_number_centred(ui.fonts.mono_small, {rows.middle(i), 0.5f * (row.low.y + row.high.y)},
                        readable_on(colour_of(session, picture, digit)), data::text(keys, i), room);
  }
}

/// Draws borders and names of parts: tiles in the row before the pass, digits in the row after it.
void draw_borders(const Ui& ui, const DigitPicture& picture, const Rows& rows) {
  const float tall = line_height(ui.fonts.small);
  const auto border = [&](std::uint64_t from, std::uint64_t to, const Box& row, bool above, const std::string& name) {
    if (to <= from) return;
    const float left = rows.x(static_cast<double>(from)), right = rows.x(static_cast<double>(to));
    if (right - left < ui.px(4)) return;
    const float y = above ? row.low.y - ui.px(3) : row.high.y + ui.px(3);
    draw_line({left + 1, y}, {right - 2, y}, ui.theme.faint, ui.px(1.5f));
    draw_name_centred(ui.fonts.small, {0.5f * (left + right), above ? y - 0.55f * tall : y + 0.6f * tall}, ui.theme.dim,
                      name, right - left - ui.px(4));
  };
  const DigitTable& table = picture.table;
  // Write the names of all tiles if the longest fits, otherwise only their numbers.
  const std::string longest = fmt::format("{} {}", picture.part, table.rows - 1);
  const bool named = text_width(ui.fonts.small, longest) + ui.px(4) <=
                     rows.pitch() * static_cast<float>(std::min(rows.n, table.pass.column_keys));
  for (std::uint64_t row = 0; row < table.rows; ++row) {
    const std::string name = named ? fmt::format("{} {}", picture.part, row) : fmt::format("{}", row);
    border(table.row_start(row), table.row_start(row + 1), rows.before, true, name);
  }
  if (table.offsets.empty()) return;
  for (std::uint64_t digit = 0; digit < table.columns; ++digit) {
    border(table.column_start(digit), table.column_start(digit + 1), rows.after, false,
           (table.columns <= 4 ? "digit " : "") + digit_name(digit, table.pass.bits));
  }
}

void draw_arrow(const Ui& ui, const Rows& rows, const KeyMove& move, ImU32 color, float thickness) {
  auto& draw = *ImGui::GetWindowDrawList();
  const float head = std::min(ui.px(6), 0.8f * rows.pitch());
  const ImVec2 from{rows.middle(move.from), rows.before.high.y + 1}, to{rows.middle(move.to), rows.after.low.y - 1};
  const float bend = 0.45f * (to.y - from.y);
  draw.AddBezierCubic(from, {from.x, from.y + bend}, {to.x, to.y - bend}, {to.x, to.y - head}, color, thickness);
  draw_triangle({to.x - 0.6f * head, to.y - head}, {to.x + 0.6f * head, to.y - head}, to, color);
}

void draw_arrows(const Ui& ui, const Session& session, const DigitPicture& picture, const Rows& rows) {
  const float thickness = std::clamp(0.16f * rows.pitch(), 1.0f, ui.px(2));
  const float alpha = picture.selected ? 0.22f : rows.n <= 64 ? 0.95f : 0.7f;
  for (const KeyMove& move : *picture.moves) {
    draw_arrow(ui, rows, move, line_colour(ui, colour_of(session, picture, move.digit), alpha), thickness);
  }
  if (!picture.selected) return;
  draw_arrow(ui, rows, *picture.selected, ui.theme.selected, ui.px(4.5f));
  draw_arrow(ui, rows, *picture.selected, line_colour(ui, colour_of(session, picture, picture.selected->digit)),
             ui.px(2.5f));
}

/// Draws a line that represents keys that move together, from the middle of their old range to the middle of their new
/// range. It is narrower than the range, so that lines behind it stay visible.
void draw_stream(const Rows& rows, const KeyStream& stream, ImU32 color) {
  const double half = 0.5 * static_cast<double>(stream.keys);
  const ImVec2 from{rows.x(static_cast<double>(stream.from) + half), rows.before.high.y + 1};
  const ImVec2 to{rows.x(static_cast<double>(stream.to) + half), rows.after.low.y - 1};
  const float bend = 0.45f * (to.y - from.y);
  ImGui::GetWindowDrawList()->AddBezierCubic(from, {from.x, from.y + bend}, {to.x, to.y - bend}, to, color,
                                             std::max(1.0f, 0.4f * rows.pitch() * static_cast<float>(stream.keys)));
}

void draw_streams(const Ui& ui, const Session& session, const DigitPicture& picture, const Rows& rows) {
  const DigitTable table = folded(picture.table, most_stream_rows, most_stream_columns);
  for (const KeyStream& stream : key_streams(table)) {
    const std::uint64_t digit = stream.column * table.digits_a_column + table.digits_a_column / 2;
    draw_stream(rows, stream, line_colour(ui, colour_of(session, picture, digit), 0.55f));
  }
}

/// Selects the key under the mouse, at its position before or after the pass.
void select(Session& session, const DigitPicture& picture, const Rows& rows) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool before = rows.before.contains(mouse), after = rows.after.contains(mouse);
  if (!ImGui::IsWindowHovered() || (!before && !(after && picture.moves))) return;
  const auto place = std::min(rows.n - 1, static_cast<std::uint64_t>((mouse.x - rows.before.low.x) / rows.pitch()));
  point_at(session, pair_of(session.player(), before ? picture.place_now(place) : place));
}

void draw_selected_place(const Ui& ui, const Rows& rows, const Box& row, std::uint64_t place) {
  const float grow = std::max(1.0f, ui.px(3) - 0.5f * rows.pitch());
  draw_outline({{rows.x(static_cast<double>(place)) - grow, row.low.y - 2},
                {rows.x(static_cast<double>(place + 1)) + grow - 1, row.high.y + 2}},
               ui.theme.selected, ui.px(2), ui.px(2));
}

const char* waiting_text(DigitPicture::Phase phase) {
  if (phase == DigitPicture::Phase::counted) return "counted; not moved yet";
  return "new indices known; keys not moved yet";
}

/// Returns whether there is space for one arrow per key.
bool has_arrows(const Ui& ui, const DigitPicture& picture, const Box& box) {
  return picture.moves && lay_out(ui, box, picture.table.n).pitch() >= ui.px(narrowest_place);
}

/// Returns the encoding of each present key, or an empty list if the keys are not on the host.
std::vector<std::uint64_t> key_codes(const Session& session) {
  const auto* state = session.player().state();
  return state == nullptr ? std::vector<std::uint64_t>() : data::codes(state->keys, session.problem().order);
}

/// Draws the bits of the keys and returns the remaining area. After the keys have moved, the bits are below both rows
/// of positions. Before that, they are between the rows, or replace the second row, which is still unknown.
Box draw_bits(const Ui& ui, const Session& session, const DigitPicture& picture, const Box& box) {
  const auto codes = key_codes(session);
  const algorithms::DigitPass& pass = *session.player().record()->digit();
  const Rows rows = lay_out(ui, box, picture.table.n);
  const float gap = ui.px(6), line = line_height(ui.fonts.small) + ui.px(6);
  const float end = picture.phase == DigitPicture::Phase::scanned ? rows.after.low.y - line : box.high.y - line;
  const bool moved = picture.phase == DigitPicture::Phase::moved;
  if (moved && box.height() < ui.px(150)) return box;
  const float room = moved ? 0.4f * box.height() : end - rows.before.high.y - gap;
  const BitRows bits = bit_rows(ui, pass, codes, room);
  if (bits.count() == 0) return box;
  const float tall = key_bits_height(ui, bits, room), top = moved ? box.high.y - tall : rows.before.high.y + gap;
  draw_key_bits(ui, pass, codes, bits, Slots::across(rows.before, rows.n),
                {{rows.before.low.x, top}, {rows.before.high.x, top + tall}});
  return moved ? Box{box.low, {box.high.x, top - ui.px(8)}} : box;
}

/// Draws the keys before and after the pass, with one arrow per key. If there are many keys, draws streams from tiles
/// to digits instead.
void draw_scatter(const Ui& ui, Session& session, const DigitPicture& picture, const Box& all) {
  if (all.height() < ui.px(lowest_scatter)) return;
  const Box box = draw_bits(ui, session, picture, all);
  const Rows rows = lay_out(ui, box, picture.table.n);
  const bool moved = picture.phase == DigitPicture::Phase::moved;
  const KeyGroups* groups = key_groups(session.player());
  const auto name = [&](const Box& row, const char* text) {
    draw_text(ui.fonts.small, {box.low.x, 0.5f * (row.low.y + row.high.y - line_height(ui.fonts.small))}, ui.theme.dim,
              text);
  };
  name(rows.before, "before");
  draw_box(rows.before, ui.theme.raised, ui.px(2));
  const float line = line_height(ui.fonts.small);
  if (picture.phase == DigitPicture::Phase::counted) {
    // Draw only the borders, because the positions after the pass are still unknown.
    draw_borders(ui, picture, rows);
    draw_text_centred(ui.fonts.small, {0.5f * (rows.before.low.x + rows.before.high.x), box.high.y - 0.5f * line},
                      ui.theme.dim, waiting_text(picture.phase));
    if (groups == nullptr) return;
    draw_places(ui, session, picture, rows, rows.before, 1, [&](std::uint64_t i) { return groups->of_key[i]; });
    draw_values(ui, session, picture, rows, rows.before, session.player().state()->keys, false);
    if (picture.selected) draw_selected_place(ui, rows, rows.before, picture.selected->from);
    return select(session, picture, rows);
  }
  name(rows.after, "after");
  draw_box(rows.after, ui.theme.raised, ui.px(2));
  draw_borders(ui, picture, rows);
  const bool arrows = has_arrows(ui, picture, box);
  if (moved && arrows) draw_arrows(ui, session, picture, rows);
  if (moved && !arrows && !picture.table.offsets.empty()) draw_streams(ui, session, picture, rows);
  if (picture.moves) {
    draw_places(ui, session, picture, rows, rows.before, 1, [&](std::uint64_t i) { return (*picture.moves)[i].digit; });
    draw_values(ui, session, picture, rows, rows.before, session.player().before()->keys, false);
  } else if (!moved && groups != nullptr) {
    draw_places(ui, session, picture, rows, rows.before, 1, [&](std::uint64_t i) { return groups->of_key[i]; });
    draw_values(ui, session, picture, rows, rows.before, session.player().state()->keys, false);
  }
  if (moved && groups != nullptr) {
    draw_places(ui, session, picture, rows, rows.after, 1, [&](std::uint64_t i) { return groups->of_key[i]; });
    draw_values(ui, session, picture, rows, rows.after, session.player().state()->keys, true);
  } else if (!picture.table.offsets.empty()) {
    const auto digit_at = [&](std::uint64_t place) {
      std::uint64_t digit = 0;
      while (picture.table.column_start(digit + 1) <= place) ++digit;
      return digit;
    };
    draw_places(ui, session, picture, rows, rows.after, moved ? 1 : 0.35f, digit_at);
  }
  const ImVec2 middle{0.5f * (rows.before.low.x + rows.before.high.x), 0.5f * (rows.before.high.y + rows.after.low.y)};
  // Write above the row after the pass, because the bits of the keys leave only one free line there.
  const ImVec2 waiting{middle.x, key_codes(session).empty() ? middle.y : rows.after.low.y - 0.5f * line - ui.px(3)};
  if (!moved) draw_text_centred(ui.fonts.small, waiting, ui.theme.dim, waiting_text(picture.phase));
  if (picture.selected) draw_selected_place(ui, rows, rows.before, picture.selected->from);
  if (picture.selected && moved) draw_selected_place(ui, rows, rows.after, picture.selected->to);
  if (groups != nullptr) select(session, picture, rows);
}

/// Returns the last completed step for the present digit, in a sort that counts, scans and moves in separate passes.
DigitPicture::Phase phase_of(const Player& player) {
  if (player.table(tables::DigitCounts{}) != nullptr) return DigitPicture::Phase::counted;
  const auto* scan = player.table(tables::DigitScan{});
  if (scan == nullptr || std::get<tables::DigitScan>(scan->kind).moved) return DigitPicture::Phase::moved;
  return DigitPicture::Phase::scanned;
}

std::optional<KeyMove> selected_move(const Session& session, const DigitPicture& picture) {
  const KeyGroups* groups = key_groups(session.player());
  if (!session.selected() || groups == nullptr) return std::nullopt;
  const std::uint64_t place = session.selected()->index;
  if (!picture.moves) return KeyMove{place, place, groups->of_key[place]};
  return *std::ranges::find(*picture.moves, place, &KeyMove::to);
}

DigitPicture picture_of(const Session& session) {
  const Player& player = session.player();
  const algorithms::DigitPass& pass = *player.record()->digit();
  DigitPicture picture;
  picture.phase = phase_of(player);
  if (const auto status = player.values(tables::LookBackStatus{}); !status.empty()) {
    picture.status = look_back(pass, status);
    picture.table = digit_table(player.n(), pass, *picture.status);
  } else {
    picture.table =
        digit_table(player.n(), pass, player.values(tables::DigitCounts{}), player.values(tables::DigitScan{}));
  }
  if (const auto* counts = player.table(tables::DigitCounts{})) {
    picture.part = std::get<tables::DigitCounts>(counts->kind).part;
  } else if (const auto* scan = player.table(tables::DigitScan{})) {
    picture.part = std::get<tables::DigitScan>(scan->kind).part;
  }
  if (picture.phase == DigitPicture::Phase::moved && player.before() != nullptr && player.state() != nullptr) {
    picture.moves = key_moves(pass, session.problem().order, *player.before(), *player.state());
  }
  picture.selected = selected_move(session, picture);
  return picture;
}

/// Returns the number of digit values, for a pass that counts all digits at once. Returns nothing for other passes.
std::optional<std::uint64_t> values_at_once(const Player& player) {
  const auto* record = player.record();
  if (record == nullptr || record->digit()) return std::nullopt;
  const auto *counts = player.table(tables::AllDigitCounts{}), *sums = player.table(tables::AllDigitScan{});
  if (counts == nullptr && sums == nullptr) return std::nullopt;
  return counts != nullptr ? counts->width : sums->width;
}

DigitPicture picture_at_once(const Session& session, std::uint64_t values) {
  const Player& player = session.player();
  DigitPicture picture;
  picture.part = "digit";
  picture.table = digits_at_once(player.n(), values, player.values(tables::AllDigitCounts{}),
                                 player.values(tables::AllDigitScan{}));
  picture.key_bits = static_cast<std::uint32_t>(8 * data::key_bytes(session.problem().type()));
  if (session.selected()) {
    picture.code = data::codes(player.key(session.selected()->index), session.problem().order).front();
  }
  return picture;
}

std::string why_no_digits(const Session& session) {
  const auto* record = session.player().record();
  if (record == nullptr) return "No digits are counted yet.";
  return record->digit() || values_at_once(session.player()) ? "" : "This pass does not move keys by a digit.";
}

std::string caption_of(const Session& session, const DigitPicture& picture, bool arrows) {
  const auto& pass = picture.table.pass;
  const std::string bits = pass.bits == 1 ? fmt::format("bit {}", pass.shift)
                                          : fmt::format("bits {} to {}", pass.shift, pass.shift + pass.bits - 1);
  std::string text = fmt::format("{} ({}); {} of {}", session.player().record()->header.stage, bits,
                                 counted(pass.columns, picture.part), keys_text(pass.column_keys));
  if (picture.phase == DigitPicture::Phase::moved && !arrows && !picture.table.offsets.empty()) {
    text += "; stream width: number of keys";
  }
  return text;
}

void draw_digits_diagram(Ui& ui, Session& session, const Box& box) {
  const auto& header = session.player().record()->header;
  if (const auto values = values_at_once(session.player())) {
    const DigitPicture picture = picture_at_once(session, *values);
    const Box body = view_header(ui, box, "Digits",
                                 fmt::format("{}, {}: all {} digits are counted before any key moves", header.stage,
                                             header.label, picture.table.rows));
    if (body.height() >= ui.px(60)) draw_digit_tables(ui, session, picture, body);
    return;
  }
  const DigitPicture picture = picture_of(session);
  const Box body = view_header(ui, box, "Digits", caption_of(session, picture, has_arrows(ui, picture, box)));
  if (body.height() < ui.px(60)) return;
  const float tables = digit_tables_height(ui, picture, body.height());
  const bool scatters = has_arrows(ui, picture, body) && !has_digit_numbers(ui, picture, body.height());
  if (scatters || tables + ui.px(below_tables + lowest_scatter) > body.height()) {
    // In a low view, draw only the part that the pass has changed.
    return picture.moves ? draw_scatter(ui, session, picture, body) : draw_digit_tables(ui, session, picture, body);
  }
  draw_digit_tables(ui, session, picture, {body.low, {body.high.x, body.low.y + tables}});
  draw_scatter(ui, session, picture, {{body.low.x, body.low.y + tables + ui.px(below_tables)}, body.high});
}

}  // namespace

/// Returns the diagram of a radix sort: counts of digits, their scan, and the moves of the keys.
Diagram digits_diagram() {
  return {.name = "digits",
          .title = "Digits",
          .absent = " does not move keys by digits.",
          .tables = {tables::DigitCounts{}, tables::DigitScan{}, tables::LookBackStatus{}, tables::AllDigitCounts{},
                     tables::AllDigitScan{}},
          .reason = why_no_digits,
          .draw = draw_digits_diagram};
}

}  // namespace texelsort::app
