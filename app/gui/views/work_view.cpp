#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/export/colours.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/views/fitting.h"
#include "app/gui/views/key_row.h"
#include "app/playback/models/key_groups.h"
#include "app/playback/models/work.h"
#include "app/problem/short_number.h"

namespace texelsort::app {

namespace {

/// Smallest width of a position, in pixels at scale 1, at which each key's move is a line. If positions are narrower,
/// bands show the moves of ranges of keys.
constexpr float narrowest_line = 4;
/// Greatest number of pieces of work whose moves are drawn as bands. More bands would hide each other.
constexpr std::size_t most_bands = 512;

struct WorkLayout {
  Box before, after;  ///< rows of bars before and after the pass; the same row if the pass moves no keys
  Box between;        ///< area of the lines that show moves
};

WorkLayout lay_out(const Ui& ui, const WorkState& state, const Box& box) {
  const float line = line_height(ui.fonts.small), names = text_width(ui.fonts.small, "before") + ui.px(10);
  const float left = box.low.x + names;
  WorkLayout layout;
  if (!state.moves) {
    const float notes = std::min(ui.px(96), 0.4f * box.height());
    layout.before = layout.after = {{left, box.low.y}, {box.high.x, box.high.y - notes}};
    layout.between = {{left, layout.before.high.y + ui.px(4)}, box.high};
    return layout;
  }
  const float band = std::clamp(0.3f * box.height(), 2 * line, ui.px(150)), row = 0.5f * (box.height() - band);
  layout.before = {{left, box.low.y}, {box.high.x, box.low.y + row}};
  layout.after = {{left, box.high.y - row}, box.high};
  layout.between = {{left, layout.before.high.y}, {box.high.x, layout.after.low.y}};
  return layout;
}

glm::vec3 colour_of(const Session& session, std::uint32_t group) {
  const KeyGroups* groups = key_groups(session.player());
  return groups == nullptr ? palette_colour(group) : group_colour(session.look, *groups, group);
}

KeyRow row_of(const Ui& ui, const Session& session, const WorkState& state, const data::State& keys, const Box& box,
              bool after) {
  KeyRow row{.slots = Slots::across(box, std::max<std::uint64_t>(state.after.size(), 1)), .keys = &keys.keys};
  row.group_of = [&state, after](std::uint64_t place) {
    return after ? state.group_after(place) : state.group_before(place);
  };
  row.colour_of = [&session](std::uint32_t group) { return colour_of(session, group); };
  row.lines = value_lines(ui, row);
  return row;
}

/// Draws a curve between two positions, which is vertical at both ends.
void draw_way(ImVec2 from, ImVec2 to, ImU32 colour, float thickness) {
  const float bend = 0.45f * (to.y - from.y);
  ImGui::GetWindowDrawList()->AddBezierCubic(from, {from.x, from.y + bend}, {to.x, to.y - bend}, to, colour, thickness);
}

/// Draws a line for the move of each key in the pass, in the colour of the key's group.
void draw_ways(const Ui& ui, const Session& session, const WorkState& state, const WorkLayout& layout,
               const KeyRow& before, const KeyRow& after) {
  const float thickness = std::clamp(0.14f * after.slots.pitch, 1.0f, ui.px(2));
  for (std::uint64_t place = 0; place < state.after.size(); ++place) {
    if (!state.piece_to(place)) continue;
    const ImVec2 from{before.middle(state.came_from[place]), layout.between.low.y + 1};
    const ImVec2 to{after.middle(place), layout.between.high.y - 1};
    const glm::vec3 colour = colour_of(session, state.group_after(place));
    draw_way(from, to, to_color(colour, 0.75f), thickness);
    const auto& selected = session.selected();
    if (selected && selected->index == place) draw_way(from, to, ui.theme.selected, ui.px(3));
  }
}

/// Draws a band for the move of each range of keys in the pass.
void draw_bands(const Session& session, const WorkState& state, const WorkLayout& layout, const KeyRow& before,
                const KeyRow& after) {
  if (state.pieces.size() > most_bands) return;
  auto& draw = *ImGui::GetWindowDrawList();
  for (const auto& piece : state.pieces) {
    for (const auto& from : piece.from) {
      for (const auto& to : piece.to) {
        if (from.first == from.last || to.first == to.last) continue;
        const glm::vec3 colour = colour_of(session, state.group_after(to.first));
        const float top = layout.between.low.y + 1, low = layout.between.high.y - 1;
        draw.AddQuadFilled({before.slots.x(from.first), top}, {before.slots.x(from.last), top},
                           {after.slots.x(to.last), low}, {after.slots.x(to.first), low}, to_color(colour, 0.3f));
      }
    }
  }
}

/// Draws the name of the worker, such as a warp, that processes a piece of the array. If the name is too long, draws
/// only the number.
void draw_worker(const Ui& ui, const WorkState& state, const WorkState::Piece& piece, ImVec2 middle, float room) {
  std::string name = worker_name(state, piece);
  if (text_width(ui.fonts.small, name) + ui.px(10) > room) name = fmt::format("{}", piece.worker);
  const float half = 0.5f * text_width(ui.fonts.small, name) + ui.px(4), tall = 0.5f * line_height(ui.fonts.small);
  if (2 * half > room) return;
  const Box plate = Box::around(middle, half, tall + ui.px(2));
  draw_box(plate, ui.theme.raised, ui.px(4));
  draw_outline(plate, ui.theme.faint, ui.px(1), ui.px(4));
  draw_text_centred(ui.fonts.small, middle, ui.theme.text, name);
}

/// Returns the screen positions from the first to the last key of one piece of work.
Slots extent_of(const KeyRow& row, const std::vector<algorithms::IndexRange>& ranges) {
  std::uint64_t first = WorkState::nowhere, last = 0;
  for (const auto& range : ranges) {
    if (range.first == range.last) continue;
    first = std::min(first, range.first);
    last = std::max(last, range.last);
  }
  if (first > last) first = last;
  return {{{row.slots.x(first), row.slots.box.low.y}, {row.slots.x(last), row.slots.box.high.y}}, last - first, 1};
}

/// Draws a bracket below the bars of each range.
void draw_brackets(const Ui& ui, const KeyRow& row, const std::vector<algorithms::IndexRange>& ranges, float y) {
  for (const auto& range : ranges) {
    const float left = row.slots.x(range.first) + 1, right = row.slots.x(range.last) - 2;
    if (right <= left) continue;
    draw_line({left, y}, {right, y}, ui.theme.dim, ui.px(1.5f));
    for (const float x : {left, right}) draw_line({x, y - ui.px(3)}, {x, y}, ui.theme.dim, ui.px(1.5f));
  }
}

/// Returns the height in pixels of the bar of the key with the rank `rank`. Returns nothing if no key has this rank.
std::optional<float> height_of(const Ui& ui, const Session& session, const KeyRow& row,
                               const std::vector<std::uint64_t>& ranks, std::uint64_t rank) {
  const auto found = std::ranges::find(ranks, rank);
  if (found == ranks.end()) return std::nullopt;
  return row.top(ui, session, static_cast<std::uint64_t>(found - ranks.begin()));
}

std::string rank_name(const Session& session, const std::vector<std::uint64_t>& ranks, const data::Keys& keys,
                      std::uint64_t rank) {
  const auto found = std::ranges::find(ranks, rank);
  if (found == ranks.end() || session.problem().n() == 0) return "";
  return short_number(data::text(keys, static_cast<std::uint64_t>(found - ranks.begin())), 7);
}

/// Draws a horizontal dashed line with a name on a plate at its left end.
void draw_level(const Ui& ui, float left, float right, float y, const std::string& name) {
  draw_dashed({left, y}, {right, y}, ui.px(5), ui.px(2), ui.theme.text);
  const float wide = text_width(ui.fonts.small, name) + ui.px(8);
  if (wide > right - left + ui.px(6)) return;
  const float tall = line_height(ui.fonts.small);
  const Box plate{{left, y - tall - ui.px(3)}, {left + wide, y - ui.px(1)}};
  draw_box(plate, with_alpha(ui.theme.panel, 0.88f), ui.px(3));
  draw_text(ui.fonts.small, {left + ui.px(4), plate.low.y + ui.px(1)}, ui.theme.text, name);
}

/// Draws the pivot of each part of the array as a horizontal line, at the height of the pivot's bar.
void draw_pivots(const Ui& ui, const Session& session, const WorkState& state, const KeyRow& row,
                 const data::Keys& keys) {
  for (std::size_t i = 0; i < state.pieces.size(); ++i) {
    const auto& piece = state.pieces[i];
    if (piece.part >= state.pivots.size() || (i > 0 && state.pieces[i - 1].part == piece.part)) continue;
    std::size_t last = i;
    while (last + 1 < state.pieces.size() && state.pieces[last + 1].part == piece.part) ++last;
    const auto y = height_of(ui, session, row, state.before, state.pivots[piece.part]);
    if (!y) continue;
    const float left = row.slots.x(piece.from.front().first), right = row.slots.x(state.pieces[last].from.back().last);
    const std::string value = rank_name(session, state.before, keys, state.pivots[piece.part]);
    const std::string full = "pivot " + value;
    draw_level(ui, left, right, *y, text_width(ui.fonts.small, full) + ui.px(8) <= right - left ? full : value);
  }
}

/// Draws each splitter as a horizontal line across all sequences, and the positions at which it divides each sequence.
void draw_splitters(const Ui& ui, const Session& session, const WorkState& state, const KeyRow& row,
                    const data::Keys& keys) {
  if (state.splitters.size() > 64) return;
  const Box& box = row.slots.box;
  for (std::uint64_t part = 1; part < state.parts(); ++part) {
    for (std::size_t j = 0; j < state.pieces.size(); ++j) {
      const float x = row.slots.x(state.bounds[part * state.pieces.size() + j]) - 0.5f;
      draw_line({x, box.low.y}, {x, box.high.y + ui.px(5)}, ui.theme.selected, ui.px(2));
    }
  }
  const auto value = [&](std::uint64_t rank) { return rank_name(session, state.after, keys, rank); };
  // The first digits of a long value mean nothing to the reader, so show the numbers of the splitters instead.
  const bool cut = std::ranges::any_of(
      state.splitters, [&](std::uint64_t rank) { return value(rank).find("\u2026") != std::string::npos; });
  const auto splitter_name = [&](std::uint64_t splitter) {
    return "splitter " + (cut ? std::to_string(splitter) : value(state.splitters[splitter]));
  };
  // Place the names side by side if their lines are close to each other.
  float left = box.low.x, last = box.low.y - 1000;
  for (auto splitter = state.splitters.rbegin(); splitter != state.splitters.rend(); ++splitter) {
    const auto y = height_of(ui, session, row, state.after, *splitter);
    if (!y) continue;
    const std::string name = splitter_name(static_cast<std::uint64_t>(state.splitters.rend() - splitter - 1));
    left = *y - last < line_height(ui.fonts.small) + ui.px(4) ? left + text_width(ui.fonts.small, name) + ui.px(14)
                                                              : box.low.x;
    last = *y;
    draw_dashed({box.low.x, *y}, {left, *y}, ui.px(5), ui.px(2), ui.theme.text);
    draw_level(ui, left, box.high.x, *y, name);
  }
}

/// Draws, below a block of keys, how many keys are less than, equal to and greater than the pivot, one line each. Once
/// their destinations are known, draws these instead.
void draw_share_notes(const Ui& ui, const WorkState& state, std::size_t piece, const Box& box) {
  const auto& numbers = state.places.empty() ? state.counts : state.places;
  if (numbers.size() < 3 * (piece + 1)) return;
  constexpr std::array signs{"<", "=", ">"};
  const float line = line_height(ui.fonts.mono_small) + ui.px(2);
  float y = box.low.y;
  std::string all;
  for (std::size_t kind = 0; kind < signs.size(); ++kind) {
    all += fmt::format("{}{} {}{}", kind > 0 ? ", " : "", signs[kind], state.places.empty() ? "" : "to ",
                       numbers[3 * piece + kind]);
  }
  if (y + 3 * line > box.high.y && text_width(ui.fonts.mono_small, all) <= box.width()) {
    return draw_text_centred(ui.fonts.mono_small, {box.middle().x, y + 0.5f * line}, ui.theme.text, all);
  }
  for (std::size_t kind = 0; kind < signs.size() && y + line <= box.high.y; ++kind, y += line) {
    const std::uint64_t number = numbers[3 * piece + kind];
    const char* says = state.places.empty() ? "" : "to ";
    std::string text = fmt::format("{} {}{}", signs[kind], says, number);
    if (text_width(ui.fonts.mono_small, text) > box.width()) text = fmt::format("{}{}", signs[kind], number);
    if (text_width(ui.fonts.mono_small, text) > box.width()) text = fmt::format("{}", number);
    if (text_width(ui.fonts.mono_small, text) > box.width()) continue;
    draw_text(ui.fonts.mono_small, {box.low.x + 0.5f * (box.width() - text_width(ui.fonts.mono_small, text)), y},
              ui.theme.text, text);
  }
}

/// Returns how many keys of a sequence belong to a part, and from which index on they will be. Higher forms, up to 2,
/// are shorter.
std::string part_note(const WorkState& state, std::uint64_t part, std::size_t piece, int form) {
  const std::size_t columns = state.pieces.size();
  const std::uint64_t keys = state.bounds[(part + 1) * columns + piece] - state.bounds[part * columns + piece];
  std::string text = form == 0 ? fmt::format("part {}: {}", part, keys) : fmt::format("{}", keys);
  if (form < 2 && !state.places.empty()) text += fmt::format(" to {}", state.places[part * columns + piece]);
  return text;
}

/// Returns the longest form in which the notes of all parts fit below their sequences.
int form_of_notes(const Ui& ui, const WorkState& state, const KeyRow& row) {
  int form = 0;
  for (std::size_t piece = 0; piece < state.pieces.size() && !state.bounds.empty(); ++piece) {
    const float width = extent_of(row, state.pieces[piece].from).box.width();
    if (width <= 0) continue;  // an empty sequence has no notes
    for (std::uint64_t part = 0; part < state.parts() && form < 2; ++part) {
      while (form < 2 && text_width(ui.fonts.mono_small, part_note(state, part, piece, form)) > width) ++form;
    }
  }
  return form;
}

/// Draws below a sequence how many of its keys belong to each part.
void draw_part_notes(const Ui& ui, const WorkState& state, std::size_t piece, const Box& box, int form) {
  if (state.bounds.empty()) return;
  const float line = line_height(ui.fonts.mono_small) + ui.px(2);
  float y = box.low.y;
  for (std::uint64_t part = 0; part < state.parts() && y + line <= box.high.y; ++part, y += line) {
    const std::string text = part_note(state, part, piece, form);
    if (text_width(ui.fonts.mono_small, text) > box.width()) continue;
    draw_text(ui.fonts.mono_small, {box.low.x + ui.px(2), y}, ui.theme.text, text);
  }
}

void draw_notes(const Ui& ui, const WorkState& state, const WorkLayout& layout, const KeyRow& row) {
  const float line = line_height(ui.fonts.small), y = layout.between.low.y + ui.px(2);
  const int form = state.pass.pivoted ? 0 : form_of_notes(ui, state, row);
  for (std::size_t i = 0; i < state.pieces.size(); ++i) {
    const auto& piece = state.pieces[i];
    const Slots own = extent_of(row, piece.from);
    draw_brackets(ui, row, piece.from, y);
    draw_worker(ui, state, piece, {own.box.middle().x, y + 0.5f * line + ui.px(6)}, own.box.width());
    const Box notes{{own.box.low.x, y + line + ui.px(14)}, {own.box.high.x, layout.between.high.y}};
    state.pass.pivoted ? draw_share_notes(ui, state, i, notes) : draw_part_notes(ui, state, i, notes, form);
  }
}

void draw_moves(const Ui& ui, const Session& session, const WorkState& state, const WorkLayout& layout,
                const KeyRow& before, const KeyRow& after) {
  if (after.slots.pitch >= ui.px(narrowest_line)) {
    draw_ways(ui, session, state, layout, before, after);
  } else {
    draw_bands(session, state, layout, before, after);
  }
  const float middle = 0.5f * (layout.between.low.y + layout.between.high.y);
  for (const auto& piece : state.pieces) {
    draw_brackets(ui, before, piece.from, layout.between.low.y + ui.px(3));
    const Slots own = extent_of(after, state.pass.pivoted ? piece.from : piece.to);
    draw_worker(ui, state, piece, {own.box.middle().x, middle}, own.box.width());
  }
}

std::string why_no_work(const Session& session) {
  const Player& player = session.player();
  if (player.n() == 0) return "There are no keys to draw.";
  if (player.state() == nullptr) {
    return fmt::format("This view draws up to {} keys.", grouped(Player::small_n));
  }
  if (player.record() == nullptr) return "No warp or thread block has started yet.";
  return work_state(player) != nullptr ? "" : "In this pass, no part of the array belongs to a warp or thread block.";
}

void draw_work_diagram(Ui& ui, Session& session, const Box& box) {
  const WorkState& state = *work_state(session.player());
  const char* title = "Parts at work";
  const std::string who = work_text(state), colours = colour_caption(session);
  const std::string both = who + (who.empty() || colours.empty() ? "" : "; ") + colours;
  const Box body = view_header(ui, box, title, fitting_caption(ui, box, title, {both, who, ""}));
  if (body.height() < ui.px(60) || body.width() < ui.px(80)) return;
  const WorkLayout layout = lay_out(ui, state, body);
  const data::State& now = *session.player().state();
  const data::State& then = state.moves ? *session.player().before() : now;
  const KeyRow before = row_of(ui, session, state, then, layout.before, false);
  const KeyRow after = row_of(ui, session, state, now, layout.after, true);
  const auto name = [&](const Box& row, const char* text) {
    draw_text(ui.fonts.small, {body.low.x, row.high.y - line_height(ui.fonts.small)}, ui.theme.dim, text);
  };
  name(layout.before, state.moves ? "before" : "keys");
  draw_key_row(ui, session, before);
  if (state.moves) {
    name(layout.after, "after");
    draw_key_row(ui, session, after);
    draw_moves(ui, session, state, layout, before, after);
  } else {
    draw_notes(ui, state, layout, before);
    draw_splitters(ui, session, state, before, then.keys);
  }
  if (state.pass.pivoted) draw_pivots(ui, session, state, before, then.keys);
  const auto place = after.slots.pointed();
  if (place) point_at(session, pair_of(session.player(), *place));
  if (const auto from = before.slots.pointed(); from && !place && state.moves) {
    const auto now_at = std::ranges::find(state.came_from, *from);
    if (now_at != state.came_from.end()) {
      point_at(session, pair_of(session.player(), static_cast<std::uint64_t>(now_at - state.came_from.begin())));
    }
  }
  if (const auto& selected = session.selected()) {
    mark_place(ui, after, selected->index);
    if (state.moves) mark_place(ui, before, state.came_from[selected->index]);
  }
}

}  // namespace

/// Returns the diagram of the warps or thread blocks that process parts of the array: tiles, sequences, parts and their
/// pivots.
Diagram work_diagram() {
  return {.name = "parts",
          .title = "Parts at work",
          .absent = " does not assign parts of the array to warps or thread blocks.",
          .tables = {algorithms::tables::Work{}},
          .reason = why_no_work,
          .draw = draw_work_diagram,
          .pointing = "Point at a bar to see where its key came from. Click to pin it.",
          .share = 0.72f};
}

}  // namespace texelsort::app
