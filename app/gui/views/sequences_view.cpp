#include <algorithm>

#include <fmt/format.h>

#include "app/export/colours.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/views/merge_drawing.h"
#include "app/gui/views/patterns.h"
#include "compute/algorithms/core/sequences.h"

namespace texelsort::app {

namespace {

/// Returns whether the search for the start of a part has ended. The lower search bound then equals the splitter in
/// every sequence.
bool is_settled(const MergeState& state, std::uint64_t part) {
  const std::uint64_t k = state.sequences();
  const auto row = static_cast<std::ptrdiff_t>(part * k), end = static_cast<std::ptrdiff_t>((part + 1) * k);
  return std::equal(state.lower.begin() + row, state.lower.begin() + end, state.splitters.begin() + row);
}

/// Returns whether a row is too low for bars that differ visibly and for values above low bars. Its keys are then boxes
/// of equal height.
bool is_flat(const Ui& ui, const Slots& row) {
  return row.box.height() < 2.75f * line_height(ui.fonts.mono_small);
}

/// Draws keys as bars, at most one bar per pixel. `place_at` returns the place of the key at a position, or
/// MergeState::nowhere for an empty slot. `opacity` returns the opacity of the key at a place.
void draw_key_row(const Ui& ui, const Session& session, const Slots& row,
                  const std::function<std::uint64_t(std::uint64_t)>& place_at,
                  const std::function<float(std::uint64_t)>& opacity) {
  const data::State* state = session.player().state();
  if (state == nullptr || row.count == 0) return;
  const float gap = row.gap(0.12f), foot = ui.px(3), room = row.box.height() - foot;
  ImFont* font = ui.fonts.mono_small;
  const float letters = line_height(font);
  // Write values only if all of them fit.
  bool written = row.box.height() >= letters && row.pitch - gap >= 2 * text_width(font, "0");
  for (std::uint64_t position = 0; position < row.count && written; ++position) {
    const std::uint64_t place = place_at(position);
    written =
        place == MergeState::nowhere || text_width(font, data::text(state->keys, place)) + ui.px(2) <= row.pitch - gap;
  }
  const bool flat = written && is_flat(ui, row);
  const auto step = static_cast<std::uint64_t>(std::max(1.0f, 1 / row.pitch));
  for (std::uint64_t position = 0; position < row.count; position += step) {
    const std::uint64_t place = place_at(position);
    if (place == MergeState::nowhere) continue;
    const double unit = std::clamp(value_range(session.player()).unit(state->keys, place), 0.0, 1.0);
    const float left = row.x(position);
    const float top = flat ? row.box.low.y : row.box.high.y - foot - room * static_cast<float>(unit);
    const float right = std::max(left + 1, left + row.pitch * static_cast<float>(step) - gap);
    draw_key_box(ui, session, {{left, top}, {right, row.box.high.y}}, state->keys, place, opacity(place),
                 gap > 0 ? ui.px(2) : 0);
    if (!written) continue;
    // A bar that is lower than a letter has its value above it.
    const bool inside = row.box.high.y - top >= letters;
    const float middle = flat ? row.box.middle().y : (inside ? row.box.high.y : top) - 0.5f * letters;
    const float alpha = opacity(place);
    const glm::vec3 back =
        alpha * shown_colour(session, ui.theme, state->keys, place) + (1 - alpha) * glm::vec3(to_vec4(ui.theme.panel));
    draw_text_centred(font, {0.5f * (left + right), middle}, inside ? readable_on(back) : ui.theme.text,
                      data::text(state->keys, place));
  }
}

/// Returns the part to show: the one that contains the selected key, otherwise one whose merge is not finished.
std::uint64_t chosen_part(const Session& session, const MergeState& state) {
  if (state.searching) {
    // The search for the middle part has most steps, so show it by default. If a key is selected, show the part at the
    // same fraction of the array.
    std::uint64_t part = std::max<std::uint64_t>(state.parts / 2, 1);
    if (const auto& selected = session.selected(); selected && state.parts > 1) {
      part = 1 + selected->index * (state.parts - 1) / state.starts.back();
    }
    part = std::min(part, state.parts - 1);
    if (session.selected() || !is_settled(state, part)) return part;
    // If the search for this part has ended, show another part whose search continues.
    for (std::uint64_t other = 1; other < state.parts; ++other) {
      if (!is_settled(state, other)) return other;
    }
    return part;
  }
  if (const auto& selected = session.selected()) {
    if (const auto part = state.part_of(selected->index)) return *part;
  }
  return state.first_busy_part();
}

/// Limits of heights and widths in the diagram of a merge, in pixels at scale 1.
constexpr float lowest_band = 22, legend_band = 22, highest_band = 220, widest_bar = 160;

/// Opacities of keys in three places: in a sequence, in a merge buffer, and in the output.
constexpr float waiting = 1, buffered = 0.5f, gone = 0.2f;

std::vector<float> opacities(const MergeState& state) {
  std::vector<float> of_place(state.starts.back(), waiting);
  for (const auto& merger : state.mergers) {
    for (const std::uint64_t place : merger.after) of_place[place] = buffered;
  }
  const auto is_out = state.put_out();
  for (std::uint64_t place = 0; place < is_out.size(); ++place) {
    if (is_out[place]) of_place[place] = gone;
  }
  return of_place;
}

struct SequencesLayout {
  Box rows;
  float label = 0;  ///< width of the labels to the left of the bars, in pixels
  float row = 1;    ///< distance between two rows in pixels
  float pitch = 1;  ///< distance between two keys of a sequence in pixels
  std::uint64_t shown = 0;

  Slots sequence(const Ui& ui, const MergeState& state, std::uint64_t i) const {
    const float top = rows.low.y + row * static_cast<float>(i);
    const std::uint64_t length = state.length(i);
    const float left = rows.low.x + label;
    return {{{left, top + ui.px(6)}, {left + pitch * static_cast<float>(length), top + row - ui.px(2)}}, length, pitch};
  }
};

SequencesLayout lay_out(const Ui& ui, const MergeState& state, const Box& box) {
  SequencesLayout layout;
  layout.rows = box;
  const std::uint64_t k = state.sequences();
  layout.label =
      text_width(ui.fonts.small, state.ranks > 0 ? fmt::format("rank {}", state.ranks - 1) : state.name(k - 1)) +
      ui.px(12);
  const auto fitting = static_cast<std::uint64_t>(box.height() / ui.px(lowest_band));
  layout.shown = std::min(k, std::max<std::uint64_t>(fitting, 1));
  layout.row = std::min(box.height() / static_cast<float>(layout.shown), ui.px(highest_band));
  std::uint64_t longest = 1;
  for (std::uint64_t i = 0; i < k; ++i) longest = std::max(longest, state.length(i));
  layout.pitch = std::min((box.width() - layout.label) / static_cast<float>(longest), ui.px(widest_bar));
  return layout;
}

/// Draws the search for the start of a part in one sequence. A bracket shows the search bounds, and a line shows the
/// present estimate of the start.
void draw_bounds(const Ui& ui, const MergeState& state, const Slots& row, std::uint64_t part, std::uint64_t i) {
  const std::uint64_t cell = part * state.sequences() + i;
  const float low = row.x(state.lower[cell]), high = row.x(state.upper[cell]), now = row.x(state.splitters[cell]);
  draw_box({{low, row.box.low.y - ui.px(3)}, {std::max(high, low + 1), row.box.high.y}},
           with_alpha(ui.theme.accent, 0.22f));
  for (const float x : {low, high}) {
    draw_line({x, row.box.low.y - ui.px(3)}, {x, row.box.high.y}, ui.theme.accent, ui.px(1.5f));
  }
  draw_line({now, row.box.low.y - ui.px(5)}, {now, row.box.high.y}, ui.theme.maximum, ui.px(3));
}

/// Draws a line in a sequence at the start of each part.
void draw_splitters(const Ui& ui, const MergeState& state, const Slots& row, std::uint64_t i) {
  for (std::uint64_t part = 1; part < state.parts; ++part) {
    const float x = row.x(state.splitter(part, i)) - 0.5f;
    draw_line({x, row.box.low.y - ui.px(5)}, {x, row.box.high.y}, ui.theme.text, ui.px(2));
  }
}

/// Draws lines between the starts of a part in successive sequences.
void join_splitters(const Ui& ui, const MergeState& state, const SequencesLayout& layout) {
  for (std::uint64_t part = 1; part < state.parts; ++part) {
    for (std::uint64_t i = 0; i + 1 < layout.shown; ++i) {
      const Slots one = layout.sequence(ui, state, i), next = layout.sequence(ui, state, i + 1);
      const float above = one.x(state.splitter(part, i)), below = next.x(state.splitter(part, i + 1));
      draw_line({above - 0.5f, one.box.high.y}, {below - 0.5f, next.box.low.y - ui.px(5)}, ui.theme.text, ui.px(2));
    }
  }
}

/// Draws a triangle with the letter A or B above the key that the merger reads next from this sequence. In a flat row,
/// draws a frame around the key, with the letter next to the key's value if there is space.
void draw_next(const Ui& ui, const Slots& row, std::uint64_t position, const char* name, const std::string& value) {
  if (is_flat(ui, row)) {
    const Box cell{{row.x(position), row.box.low.y}, {row.x(position + 1) - row.gap(0.12f), row.box.high.y}};
    draw_outline(cell.grown(1), ui.theme.selected, ui.px(2), ui.px(3));
    const float free = 0.5f * (cell.width() - text_width(ui.fonts.mono_small, value));
    const float letter = text_width(ui.fonts.small, name), tall = line_height(ui.fonts.small);
    if (free < letter + ui.px(8) || cell.height() < tall) return;
    const Box plate = Box::at({cell.low.x + ui.px(2), cell.middle().y - 0.5f * tall}, {letter + ui.px(4), tall});
    draw_box(plate, ui.theme.panel, ui.px(2));
    return draw_text_centred(ui.fonts.small, plate.middle(), ui.theme.selected, name);
  }
  const float x = row.x(position) + 0.5f * row.pitch, y = row.box.low.y - ui.px(1);
  draw_triangle({x - ui.px(6), y - ui.px(5)}, {x + ui.px(6), y - ui.px(5)}, {x, y + ui.px(4)}, ui.theme.selected);
  draw_text(ui.fonts.small, {x + ui.px(8), y - ui.px(8)}, ui.theme.selected, name);
}

void draw_sequence(const Ui& ui, Session& session, const MergeState& state, const SequencesLayout& layout,
                   std::uint64_t i, std::uint64_t part, const std::vector<float>& opacity) {
  const Slots row = layout.sequence(ui, state, i);
  const float text = row.box.low.y + 0.5f * (row.box.height() - line_height(ui.fonts.small));
  draw_text(ui.fonts.small, {layout.rows.low.x, text}, ui.theme.dim, state.name(i));
  if (row.count == 0) {
    draw_text(ui.fonts.small, {row.box.low.x, text}, ui.theme.faint, "empty");
    return;
  }
  draw_line({row.box.low.x, row.box.high.y}, row.box.high, ui.theme.faint);
  draw_key_row(
      ui, session, row, [&](std::uint64_t position) { return state.starts[i] + position; },
      [&](std::uint64_t place) { return opacity[place]; });
  if (state.searching && part > 0 && part < state.parts) {
    draw_bounds(ui, state, row, part, i);
  } else if (state.split && state.sequences() > 1) {
    draw_splitters(ui, state, row, i);
  }
  // The last sequence is the output, from which no merger reads.
  const bool merges = state.sequences() > 1;
  for (std::uint64_t m = 0; merges && m < state.each && part * state.each + m < state.mergers.size(); ++m) {
    // Skip the last of three mergers in a four-way merge, because it reads the outputs of the other two instead of
    // sequences.
    if (state.each > 1 && m == 0) continue;
    const auto& merger = state.mergers[part * state.each + m];
    for (const auto& [place, name] : {std::pair(merger.next_a, "A"), std::pair(merger.next_b, "B")}) {
      if (place != MergeState::nowhere && state.sequence_of(place) == i)
        draw_next(ui, row, place - state.starts[i], name, data::text(session.player().state()->keys, place));
    }
  }
  if (const auto at = row.pointed()) point_at(session, {state.starts[i] + *at, std::nullopt});
  const auto& selected = session.selected();
  if (selected && state.sequence_of(selected->index) == i) {
    const float x = row.x(selected->index - state.starts[i]);
    draw_outline({{x - 1, row.box.low.y - 2}, {x + row.pitch, row.box.high.y + 2}}, ui.theme.selected, ui.px(1.5f),
                 ui.px(2));
  }
}

/// Draws the merged array as far as it is known.
void draw_output(const Ui& ui, Session& session, const MergeState& state, float label, const Box& box) {
  const Slots row{{{box.low.x + label, box.low.y}, box.high},
                  state.output.size(),
                  (box.width() - label) / static_cast<float>(state.output.size())};
  draw_text(ui.fonts.small, {box.low.x, box.low.y + 0.5f * (box.height() - line_height(ui.fonts.small))}, ui.theme.dim,
            "output");
  draw_outline(row.box, ui.theme.faint, 1, ui.px(2));
  draw_key_row(
      ui, session, row, [&](std::uint64_t position) { return state.output[position]; },
      [](std::uint64_t) { return waiting; });
  const auto pointed = row.pointed();
  if (pointed && state.output[*pointed] != MergeState::nowhere) {
    point_at(session, pair_of(session.player(), state.output[*pointed]));
  }
  if (!session.selected()) return;
  const auto at = std::ranges::find(state.output, session.selected()->index);
  if (at == state.output.end()) return;
  const float x = row.x(static_cast<std::uint64_t>(at - state.output.begin()));
  draw_outline({{x - 1, row.box.low.y - 2}, {x + std::max(row.pitch, 1.0f), row.box.high.y + 2}}, ui.theme.selected,
               ui.px(1.5f), ui.px(2));
}

std::string caption_of(const Session& session, const MergeState& state, std::uint64_t part) {
  if (!state.sorted) return fmt::format("{} shares, not sorted yet", grouped(state.sequences()));
  if (state.ranks > 0 && !state.searching && !state.split) {
    return fmt::format("{} sorted sequences, {} per rank", grouped(state.sequences()),
                       grouped(state.sequences() / state.ranks));
  }
  if (session.player().position() == 0) return fmt::format("{} sorted sequences", grouped(state.sequences()));
  if (state.searching) {
    std::uint64_t lower = 0, now = 0, upper = 0;
    for (std::uint64_t i = 0; i < state.sequences(); ++i) {
      const std::uint64_t cell = part * state.sequences() + i;
      lower += state.lower[cell];
      now += state.splitters[cell];
      upper += state.upper[cell];
    }
    const std::uint64_t target = algorithms::part_start(session.problem().n(), state.parts, part);
    return fmt::format("start of part {} of {}: needs {} before it; selected: {}; possible: {} to {}", part,
                       grouped(state.parts), keys_text(target), grouped(now), grouped(lower), grouped(upper));
  }
  if (state.sequences() == 1) return "merged";
  const std::string colours = colour_caption(session);
  if (state.ranks > 0) {
    return fmt::format("{} shares, split into {} parts{}", grouped(state.sequences()), grouped(state.parts),
                       colours.empty() ? "" : "; " + colours);
  }
  return fmt::format("{} sequences in {} {}; shown: part {}{}", grouped(state.sequences()), grouped(state.parts),
                     state.parts == 1 ? "part" : "parts", part, colours.empty() ? "" : "; " + colours);
}

/// Returns the legend that explains the marks in the sequences.
std::string legend_of(const MergeState& state, bool merging, bool flat) {
  if (state.searching) return "blue: the cut may be here; thick line: present cut";
  if (!merging) return "";
  return state.mergers.empty()
             ? "pale: in the output"
             : fmt::format("{}: next keys of A and B; pale: in the output; half pale: in a merge buffer",
                           flat ? "frames" : "triangles");
}

std::string why_no_sequences(const Session& session) {
  const Player& player = session.player();
  if (player.n() == 0) return "There are no keys to draw.";
  if (player.state() == nullptr) {
    return fmt::format("This view draws up to {} keys.", grouped(Player::small_n));
  }
  return merge_state(player) != nullptr ? "" : "All sequences are merged.";
}

void draw_sequences_diagram(Ui& ui, Session& session, const Box& box) {
  const MergeState& state = *merge_state(session.player());
  const std::uint64_t part = chosen_part(session, state);
  Box rows = view_header(ui, box, "Sequences", caption_of(session, state, part));
  const bool merging = !state.output.empty() && state.sequences() > 1;
  const float output = merging ? std::min(ui.px(44), 0.15f * rows.height()) : 0.0f;
  // If the diagram is low, omit the merge buffers rather than sequences.
  constexpr std::uint64_t most_kept = 8;
  const float kept =
      static_cast<float>(std::min(state.sequences(), most_kept)) * ui.px(lowest_band) + output + ui.px(14);
  const float wanted = merging ? buffers_height(ui, state) : 0.0f;
  const float granted = std::min({wanted, 0.55f * rows.height(), rows.height() - kept});
  const float buffers = granted < 0.6f * wanted ? 0.0f : granted;
  const Box below{{rows.low.x, rows.high.y - buffers}, rows.high};
  const Box out{{rows.low.x, below.low.y - output - ui.px(6)}, {rows.high.x, below.low.y - ui.px(6)}};
  if (merging) rows.high.y = out.low.y - ui.px(8);
  const float legend = line_height(ui.fonts.small) + ui.px(6);
  const float row = (rows.height() - legend) / static_cast<float>(state.sequences());
  const std::string marks = legend_of(state, merging, row < 2.75f * line_height(ui.fonts.mono_small) + ui.px(8));
  if (!marks.empty() && rows.height() >= legend + static_cast<float>(state.sequences()) * ui.px(legend_band)) {
    rows.high.y -= legend;
    draw_text_or_clause(ui.fonts.small, {rows.low.x, rows.high.y + ui.px(3)}, ui.theme.dim, marks, rows.width());
  }
  if (rows.height() >= ui.px(lowest_band)) {
    SequencesLayout layout = lay_out(ui, state, rows);
    const bool all = layout.shown == state.sequences();
    if (!all && layout.shown > 1) --layout.shown;
    const auto opacity = opacities(state);
    for (std::uint64_t i = 0; i < layout.shown; ++i) draw_sequence(ui, session, state, layout, i, part, opacity);
    if (state.ranks > 0 && state.split) join_splitters(ui, state, layout);
    if (const float at = rows.low.y + layout.row * static_cast<float>(layout.shown) + ui.px(4);
        !all && at + line_height(ui.fonts.small) <= rows.high.y) {
      draw_text(ui.fonts.small, {rows.low.x, at}, ui.theme.dim,
                fmt::format("and {} more", grouped(state.sequences() - layout.shown)));
    }
    if (merging) draw_output(ui, session, state, layout.label, out);
    if (merging && buffers > ui.px(60)) draw_buffers(ui, session, state, part, below);
  }
}

}  // namespace

/// Returns the diagram of a merge: the sequences with the starts of the parts, the merge buffers, and the output.
Diagram sequences_diagram() {
  namespace tables = algorithms::tables;
  return {.name = "sequences",
          .title = "Sequences",
          .absent = " does not merge sequences.",
          .tables = {tables::Sequences{}, tables::PartStarts{}, tables::LeastPartStarts{}, tables::MostPartStarts{},
                     tables::OutputPlaces{}, tables::MergeBuffers{}, tables::MergedBuffers{}, tables::Mergers{}},
          .reason = why_no_sequences,
          .draw = draw_sequences_diagram};
}

}  // namespace texelsort::app
