#include <algorithm>

#include <fmt/format.h>

#include "app/export/colours.h"
#include "app/gui/views/patterns.h"
#include "app/gui/views/record_drawing.h"
#include "compute/data/keys/records.h"

namespace texelsort::app {

namespace {

using Kind = RecordColumn::Kind;

/// Number of 32-bit words in 16 bytes. An invocation moves 16 bytes if groups of invocations copy structures.
constexpr std::size_t group_words = 4;

glm::vec3 colour_of(const Ui& ui, const Session& session, std::uint64_t record) {
  return key_colour(session, ui.theme, session.problem().keys, record);
}

bool is_selected(const RecordPicture& picture, std::uint64_t record) {
  return std::ranges::find(picture.selected, record) != picture.selected.end();
}

std::string column_name(const RecordColumn& column) {
  if (column.kind == Kind::key) return "key";
  return column.kind == Kind::index ? "index" : fmt::format("f{}", column.field + 1);
}

std::string cell_text(const Session& session, const MemoryMap& map, const RecordColumn& column, std::uint64_t place) {
  const std::uint64_t record = map.who[place];
  const algorithms::Problem& problem = session.problem();
  if (column.kind == Kind::index) return fmt::format("{}", record);
  if (column.kind == Kind::field) {
    return fmt::format("{}", problem.fields[data::field_place(problem.shape, problem.n(), record, column.field)]);
  }
  // Find the key of a record by its number in the problem's keys, but by its position in an array that the sort moves.
  return data::text(*map.keys, map.keys == &problem.keys ? record : place);
}

/// Draws the cell for one word of a record. A key has its colour, and a field has a shade of it. An index has only a
/// mark, because it is internal to the sort.
void draw_cell(const Ui& ui, const Session& session, const MemoryMap& map, std::size_t column, std::uint64_t place,
               float alpha) {
  const RecordColumn& what = map.columns[column];
  const Box cell = map.cell(column, place);
  const ImU32 key = to_color(colour_of(ui, session, map.who[place]));
  const float strength = what.kind == Kind::key ? 1.0f : what.kind == Kind::field ? 0.72f : 0.0f;
  const ImU32 back = blend(ui.theme.panel, blend(ui.theme.raised, key, strength), alpha);
  // Leave gaps between rows if a row is a structure. Leave no gaps within a column if the column is an array.
  const float gap = map.structures ? std::min(ui.px(3), 0.14f * cell.height()) : 1.0f;
  const Box filled{cell.low, {cell.high.x - (map.structures ? 1.0f : 0.0f), cell.high.y - gap}};
  what.kind == Kind::key ? draw_colour_box(ui, filled, glm::vec3(to_vec4(back))) : draw_box(filled, back);
  if (what.kind == Kind::index) {
    draw_box({filled.low, {filled.low.x + ui.px(4), filled.high.y}},
             blend(ui.theme.panel, line_colour(ui, colour_of(ui, session, map.who[place])), alpha));
  }
  if (filled.height() + ui.px(3) < line_height(ui.fonts.mono_small)) return;
  draw_number_centred(ui.fonts.mono_small, filled.middle(), readable_on(glm::vec3(to_vec4(back))),
                      cell_text(session, map, what, place), filled.width() - ui.px(4));
}

void draw_arrow_head(ImVec2 tip, ImVec2 direction, float size, ImU32 color) {
  const ImVec2 side{-direction.y, direction.x};
  const ImVec2 back{tip.x - size * direction.x, tip.y - size * direction.y};
  draw_triangle({back.x + 0.6f * size * side.x, back.y + 0.6f * size * side.y},
                {back.x - 0.6f * size * side.x, back.y - 0.6f * size * side.y}, tip, color);
}

/// Draws arrows that show the direction of increasing addresses: along each structure, or down each array.
void draw_direction(const Ui& ui, const MemoryMap& map) {
  const float size = ui.px(5), width = ui.px(1);
  if (map.structures) {
    const float y = map.body.low.y - ui.px(6), left = map.cell(0, map.first).low.x;
    const float right = map.cell(map.columns.size() - 1, map.first).high.x;
    draw_line({left, y}, {right - size, y}, ui.theme.dim, width);
    return draw_arrow_head({right, y}, {1, 0}, size, ui.theme.dim);
  }
  for (std::size_t column = 0; column < map.columns.size(); ++column) {
    const Box cell = map.cell(column, map.first);
    const float x = 0.5f * (cell.low.x + cell.high.x), y = map.body.high.y + ui.px(8);
    draw_line({x, map.body.high.y + 1}, {x, y - size}, ui.theme.dim, width);
    draw_arrow_head({x, y}, {0, 1}, size, ui.theme.dim);
  }
}

/// Draws lines between the 16-byte parts of a structure, each of which one invocation of a group moves.
void draw_group_words(const Ui& ui, const MemoryMap& map) {
  for (std::size_t column = group_words; column < map.columns.size(); column += group_words) {
    const float x = map.cell(column, map.first).low.x - 1;
    draw_line({x, map.body.low.y}, {x, map.body.high.y}, ui.theme.panel, ui.px(3));
  }
}

void draw_heads(const Ui& ui, const MemoryMap& map, const char* when) {
  const float tall = line_height(ui.fonts.small), y = map.body.low.y - ui.px(11) - 0.5f * tall;
  const float left = map.cell(0, map.first).low.x, right = map.cell(map.columns.size() - 1, map.first).high.x;
  if (*when != 0) draw_text_centred(ui.fonts.small, {0.5f * (left + right), y - tall}, ui.theme.dim, when);
  for (std::size_t column = 0; column < map.columns.size(); ++column) {
    const Box cell = map.cell(column, map.first);
    draw_text_centred(ui.fonts.small, {0.5f * (cell.low.x + cell.high.x), y}, ui.theme.text,
                      column_name(map.columns[column]), map.column_width);
  }
}

void draw_map(const Ui& ui, const Session& session, const RecordPicture& picture, const MemoryMap& map,
              const char* when) {
  draw_heads(ui, map, when);
  if (map.who.empty()) {
    const Box low = map.cell(0, map.first), high = map.cell(map.columns.size() - 1, map.first + map.shown - 1);
    draw_outline({low.low, high.high}, ui.theme.line);
    return draw_text_centred(ui.fonts.small, {0.5f * (low.low.x + high.high.x), 0.5f * (low.low.y + high.high.y)},
                             ui.theme.faint, "empty", high.high.x - low.low.x);
  }
  draw_direction(ui, map);
  for (std::uint64_t place = map.first; place < map.first + map.shown; ++place) {
    const bool selected = is_selected(picture, map.who[place]);
    const float alpha = picture.selected.empty() || selected ? 1.0f : 0.45f;
    for (std::size_t column = 0; column < map.columns.size(); ++column) {
      draw_cell(ui, session, map, column, place, alpha);
    }
    const std::string name = fmt::format("{}", place);
    const float height = line_height(ui.fonts.mono_small);
    draw_text_before(ui.fonts.mono_small, {map.cell(0, place).low.x - ui.px(6), map.middle(place) - 0.5f * height},
                     selected ? ui.theme.text : ui.theme.faint, name);
    if (!selected) continue;
    const ImVec2 low = map.cell(0, place).low, high = map.cell(map.columns.size() - 1, place).high;
    draw_outline({{low.x - 2, low.y - 2}, {high.x + 1, high.y}}, ui.theme.selected, ui.px(2), ui.px(2));
  }
}

void draw_curve(ImVec2 from, ImVec2 to, float head, ImU32 color, float thickness) {
  const float bend = 0.45f * (to.x - head - from.x);
  ImGui::GetWindowDrawList()->AddBezierCubic(from, {from.x + bend, from.y}, {to.x - head - bend, to.y},
                                             {to.x - head, to.y}, color, thickness);
  draw_arrow_head(to, {1, 0}, head, color);
}

/// Draws the move of a record as an arrow. The arrow is `down` pixels below the middle of the record's row.
void draw_move(const Ui& ui, const RecordPanel& panel, const RecordMove& move, float names, ImU32 color,
               float thickness, float down = 0) {
  const MemoryMap &from = panel.before, &to = panel.after;
  const float left = from.cell(from.columns.size() - 1, from.first).high.x + ui.px(3);
  const float right = to.cell(0, to.first).low.x - names;
  draw_curve({left, from.middle(move.from) + down}, {right, to.middle(move.to) + down}, ui.px(6), color, thickness);
}

/// Draws the move of a selected record. It is one arrow for a structure, and one arrow per word for separate arrays.
void draw_selected_move(const Ui& ui, const Session& session, const RecordPanel& panel, const RecordMove& move,
                        float names) {
  const ImU32 color = line_colour(ui, colour_of(ui, session, move.record));
  if (panel.before.structures || panel.after.structures) {
    draw_move(ui, panel, move, names, ui.theme.selected, ui.px(4.5f));
    return draw_move(ui, panel, move, names, color, ui.px(2.5f));
  }
  const auto words = static_cast<float>(panel.before.columns.size());
  const float apart = std::min(ui.px(5), panel.before.row_height() / words);
  for (float word = 0; word < words; ++word) {
    draw_move(ui, panel, move, names, ui.theme.selected, std::clamp(0.4f * apart, 1.0f, ui.px(2)),
              apart * (word - 0.5f * (words - 1)));
  }
}

void draw_moves(const Ui& ui, const Session& session, const RecordPicture& picture, const RecordPanel& panel) {
  if (!panel.moving) return;
  auto& draw = *ImGui::GetWindowDrawList();
  const Box& before = panel.before.body;
  const Box& after = panel.after.body;
  draw.PushClipRect({before.low.x, before.low.y - ui.px(2)}, {after.high.x, after.high.y + ui.px(2)}, true);
  const float names = text_width(ui.fonts.mono_small, fmt::format("{}", picture.n - 1)) + ui.px(9);
  for (const RecordMove& move : panel.moves) {
    if (!panel.before.shows(move.from) && !panel.after.shows(move.to)) continue;
    const bool stays = move.from == move.to;
    const float alpha = !picture.selected.empty() ? 0.14f : stays ? 0.4f : 0.9f;
    draw_move(ui, panel, move, names, line_colour(ui, colour_of(ui, session, move.record), alpha),
              ui.px(stays ? 1.0f : 1.8f));
  }
  for (const RecordMove& move : panel.moves) {
    if (is_selected(picture, move.record)) draw_selected_move(ui, session, panel, move, names);
  }
  draw.PopClipRect();
}

}  // namespace

Box MemoryMap::cell(std::size_t column, std::uint64_t place) const {
  const float left = body.low.x + columns[column].left, top = middle(place) - 0.5f * row_height();
  return {{left, top}, {left + column_width, top + row_height()}};
}

void draw_record_panel(const Ui& ui, const Session& session, const RecordPicture& picture, const RecordPanel& panel) {
  const MemoryMap &before = panel.before, &after = panel.after;
  const float tall = line_height(ui.fonts.small);
  // The title begins above the positions to the left of the memory.
  const float names = text_width(ui.fonts.mono_small, fmt::format("{}", picture.n - 1)) + ui.px(6);
  const ImVec2 at{before.body.low.x - names, before.body.low.y - picture.head_lines() * tall - ui.px(15)};
  const float room = after.body.high.x - at.x;
  const bool one_line = picture.title_lines == 1;
  const std::string title = fitting_clauses(ui.fonts.small, panel.title, room);
  draw_shortened(ui.fonts.small, at, ui.theme.text, panel.title, title);
  const float right = one_line ? text_width(ui.fonts.small, title) + ui.px(16) : 0.0f;
  draw_text_elided(ui.fonts.small, {at.x + right, at.y + (one_line ? 0.0f : tall + ui.px(1))},
                   panel.moving ? ui.theme.maximum : ui.theme.dim, panel.what, room - right);
  if (picture.has_before) draw_map(ui, session, picture, before, "before");
  draw_map(ui, session, picture, after, picture.has_before ? "after" : "");
  const bool groups = after.structures && session.prepared().records().rearrange == algorithms::Rearrange::group;
  if (groups && after.columns.size() % group_words == 0) {
    if (picture.has_before) draw_group_words(ui, before);
    draw_group_words(ui, after);
  }
  if (picture.has_before) draw_moves(ui, session, picture, panel);
}

}  // namespace texelsort::app
