#include <algorithm>

#include <fmt/format.h>

#include "app/export/colours.h"
#include "app/gui/views/merge_drawing.h"
#include "app/problem/short_number.h"
#include "compute/algorithms/merge/cpu.h"

namespace texelsort::app {

namespace merge = algorithms::merge;

namespace {

using Merger = MergeState::Merger;

constexpr float narrowest_cell = 3;  ///< smallest width of a cell of a merge buffer in pixels at scale 1

/// Returns whether the key at a position is from sequence A of a merger. A merger merges two sequences, A and B.
bool is_of_a(const MergeState& state, std::uint64_t place, std::uint64_t merger) {
  const std::uint64_t way = state.sequence_of(place) % state.ways;
  return state.each == 1 || merger > 0 ? way % 2 == 0 : way < state.ways / 2;
}

struct Cells : Slots {
  ImFont* font = nullptr;  ///< font of the values in the cells; null if the cells are too narrow for values
};

Cells lay_out_cells(const Ui& ui, const Session& session, const Merger& merger, std::uint64_t slots, const Box& box) {
  Cells cells{Slots::across(box, std::max<std::uint64_t>(slots, 1))};
  cells.pitch = std::min(cells.pitch, ui.px(84));
  for (ImFont* font : {ui.fonts.mono_large, ui.fonts.mono, ui.fonts.mono_small}) {
    float widest = text_width(font, "000");
    for (const std::uint64_t place : merger.before) {
      widest = std::max(widest, text_width(font, short_number(session.player().key_text(place), 7)));
    }
    if (widest + ui.px(8) > cells.pitch || line_height(font) + ui.px(4) > box.height()) continue;
    cells.font = font;
    break;
  }
  return cells;
}

/// Draws a cell of a merge buffer: the value of its key on the key's colour. The mark below the cell shows whether the
/// key is from sequence A or B.
void draw_cell(const Ui& ui, Session& session, const MergeState& state, const Cells& cells, std::uint64_t slot,
               std::uint64_t place, std::uint64_t merger) {
  const float left = cells.x(slot), gap = cells.pitch >= 4 ? 1.5f : 0.0f;
  const Box cell{{left, cells.box.low.y}, {left + cells.pitch - gap, cells.box.high.y}};
  const data::Keys key = session.player().key(place);
  const glm::vec3 colour = key_colour(session, ui.theme, key, 0);
  draw_box(cell, to_color(colour), gap > 0 ? ui.px(3) : 0);
  if (session.selected() && session.selected()->touches(place)) {
    draw_outline(cell.grown(ui.px(1)), ui.theme.selected, ui.px(2), ui.px(3));
  }
  if (ImGui::IsWindowHovered() && cell.contains(ImGui::GetIO().MousePos))
    point_at(session, pair_of(session.player(), place));
  const bool a = is_of_a(state, place, merger);
  // Draw the mark in grey, because hues identify the parts of the merge.
  const ImVec2 low{cell.low.x, cell.high.y + ui.px(2)}, high{cell.high.x, cell.high.y + ui.px(6)};
  if (a) draw_box({low, high}, ui.theme.text);
  if (!a) draw_outline({low, high}, ui.theme.dim, ui.px(1));
  if (cells.font == nullptr) return;
  const std::string value = session.player().key_text(place);
  draw_shortened_centred(cells.font, cell.middle(), readable_on(colour), value, short_number(value, 7));
  if (cell.width() < ui.px(18)) return;
  draw_text_centred(ui.fonts.small, {0.5f * (cell.low.x + cell.high.x), cell.high.y + ui.px(15)}, ui.theme.dim,
                    a ? "A" : "B");
}

void draw_bracket(const Ui& ui, const Cells& cells, std::uint64_t from, std::uint64_t to, ImU32 colour,
                  const std::string& name) {
  if (from >= to) return;
  const float left = cells.x(from), right = cells.x(to) - 1.5f;
  const float y = cells.box.low.y - ui.px(5);
  draw_line({left, y}, {right, y}, colour, ui.px(2.5f));
  draw_text_elided(ui.fonts.small, {left, y - line_height(ui.fonts.small) - ui.px(2)}, colour, name, right - left);
}

std::string block_name(const Merger& merger) {
  if (merger.from == merge::block_of_none) return "";
  return merger.from == merge::block_of_a ? "block of A" : "block of B";
}

/// Returns the title of a merger: "part 2: A = sequence 0, B = sequence 1". In a four-way merge, the last merger of a
/// part reads the outputs of two other mergers as A and B.
std::string merger_name(const MergeState& state, std::uint64_t number, std::uint64_t merger) {
  const std::string part = fmt::format("part {}: ", number / state.each);
  if (state.each > 1 && merger == 0) return part + "A and B = the buffers above";
  const std::uint64_t first = state.mergers[number].group * state.ways + (merger > 1 ? 2 : 0);
  if (first >= state.sequences()) return part + "done";
  if (first + 1 >= state.sequences()) return part + fmt::format("A = sequence {}", first);
  return part + fmt::format("A = sequence {}, B = sequence {}", first, first + 1);
}

float height_of_merger(const Ui& ui) {
  return 2 * line_height(ui.fonts.small) + ui.px(58);
}

/// Draws the merge buffer of a merger twice: before its last step on the left, and after this step on the right.
void draw_merger(const Ui& ui, Session& session, const MergeState& state, std::uint64_t number, std::uint64_t which,
                 const Box& box) {
  const Merger& merger = state.mergers[number];
  const float line = line_height(ui.fonts.small), arrow = ui.px(44);
  const std::string whole = merger_name(state, number, which);
  const std::string name = fitting_clauses(ui.fonts.body, whole, 0.3f * box.width());
  draw_shortened(ui.fonts.body, box.low, ui.theme.text, whole, name);
  const float indent = text_width(ui.fonts.body, name) + ui.px(14);
  draw_text_or_clause(ui.fonts.body, {box.low.x + indent, box.low.y}, ui.theme.accent,
                      next_text(state, merger, session.player()), box.width() - indent);
  if (!merger.has_run()) return;
  const float top = box.low.y + line_height(ui.fonts.body) + line + ui.px(8);
  const float high = std::max(ui.px(16), box.high.y - top - line - ui.px(8));
  const float half = 0.5f * (box.width() - arrow);
  const Box left{{box.low.x, top}, {box.low.x + half, top + high}};
  const Box right{{left.high.x + arrow, top}, {box.high.x, top + high}};
  const std::uint64_t slots = std::max<std::uint64_t>(merger.before.size(), merger.after.size());
  if (half / static_cast<float>(slots) < narrowest_cell) {
    draw_text(ui.fonts.small, left.low, ui.theme.dim,
              fmt::format("{} keys are too many to draw: choose a smaller width", grouped(slots)));
    return;
  }
  const Cells before = lay_out_cells(ui, session, merger, slots, left);
  Cells after = before;
  const float used = before.pitch * static_cast<float>(slots);
  after.box = {{left.low.x + used + arrow, right.low.y}, right.high};
  for (std::uint64_t i = 0; i < merger.before.size(); ++i) {
    draw_cell(ui, session, state, before, i, merger.before[i], which);
  }
  draw_bracket(ui, before, 0, merger.kept, ui.theme.dim, "kept");
  draw_bracket(ui, before, merger.kept, merger.before.size(), ui.theme.text, block_name(merger));
  draw_text_centred(ui.fonts.title, {left.low.x + used + 0.5f * arrow, top + 0.5f * high}, ui.theme.text, "\u2192");
  for (std::uint64_t i = 0; i < merger.after.size(); ++i) {
    draw_cell(ui, session, state, after, i, merger.after[i], which);
  }
  const std::uint64_t out = std::min<std::uint64_t>(state.width, merger.after.size());
  draw_bracket(ui, after, 0, out, ui.theme.accent, which > 0 ? "to the head" : "output");
  draw_bracket(ui, after, out, merger.after.size(), ui.theme.dim, "kept");
}

}  // namespace

float buffers_height(const Ui& ui, const MergeState& state) {
  if (state.mergers.empty()) return 0;
  return static_cast<float>(state.each) * (height_of_merger(ui) + ui.px(12));
}

void draw_buffers(const Ui& ui, Session& session, const MergeState& state, std::uint64_t part, const Box& box) {
  const float row = box.height() / static_cast<float>(state.each);
  for (std::uint64_t i = 0; i < state.each; ++i) {
    // In a four-way merge, draw the two mergers that read sequences above the merger that merges their outputs.
    const std::uint64_t which = state.each == 1 ? 0 : (i + 1) % state.each;
    const float top = box.low.y + row * static_cast<float>(i);
    draw_merger(ui, session, state, part * state.each + which, which,
                {{box.low.x, top + ui.px(6)}, {box.high.x, top + row}});
  }
}

}  // namespace texelsort::app
