#include <algorithm>

#include <fmt/format.h>

#include "app/export/colours.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/views/fitting.h"
#include "app/gui/views/key_row.h"
#include "app/gui/views/patterns.h"
#include "app/playback/models/buckets.h"
#include "app/playback/models/key_groups.h"
#include "app/playback/models/samples.h"

namespace texelsort::app {

namespace {

constexpr float widest_sample = 72;  ///< greatest width in pixels at scale 1 of a cell that shows a sample

struct SamplesLayout {
  KeyRow keys;
  Slots strip;      ///< row of cells that shows the samples, one cell per sample
  float names = 0;  ///< upper edge in pixels of the row with the names of the sublists
};

SamplesLayout lay_out(const Ui& ui, const Session& session, const SampleState& state, const Box& box) {
  SamplesLayout layout;
  const float line = line_height(ui.fonts.small), names = text_width(ui.fonts.small, "samples") + ui.px(10);
  const float left = box.low.x + names;
  const bool drawn = !state.ranks.empty();
  // The parts from top to bottom are: keys, names of sublists, lines to the samples, samples, and names of splitters.
  const float strip = drawn ? ui.px(24) : 0, below = drawn ? line + ui.px(4) : 0;
  const float ways = drawn ? std::clamp(0.22f * box.height(), ui.px(18), ui.px(110)) : 0;
  layout.names = box.high.y - strip - below - ways - line - ui.px(4);
  // Leave space for the marks of samples between the values of the keys and the brackets.
  const Box keys{{left, box.low.y}, {box.high.x, layout.names - ui.px(drawn ? 17.0f : 8.0f)}};
  const data::State& now = *session.player().state();
  layout.keys.slots = Slots::across(keys, std::max<std::uint64_t>(session.player().n(), 1));
  layout.keys.keys = &now.keys;
  layout.keys.lines = value_lines(ui, layout.keys);
  if (const KeyGroups* groups = key_groups(session.player())) {
    layout.keys.group_of = [groups](std::uint64_t place) { return groups->of_key[place]; };
    layout.keys.colour_of = [groups, &session](std::uint32_t group) {
      return group_colour(session.look, *groups, group);
    };
  }
  const Box cells{{left, box.high.y - strip - below}, {box.high.x, box.high.y - below}};
  layout.strip = Slots::across(cells, std::max<std::size_t>(state.ranks.size(), 1));
  layout.strip.pitch = std::min(layout.strip.pitch, ui.px(widest_sample));
  return layout;
}

/// Draws a bracket below each sublist, with the name or the number of the sublist.
void draw_sublists(const Ui& ui, const SampleState& state, const SamplesLayout& layout) {
  for (std::size_t j = 0; j < state.pass.sublists.size(); ++j) {
    const auto& own = state.pass.sublists[j];
    const float left = layout.keys.slots.x(own.first) + 1, right = layout.keys.slots.x(own.first + own.count) - 2;
    const float y = layout.names - ui.px(3);
    draw_line({left, y}, {right, y}, ui.theme.dim, ui.px(1.5f));
    for (const float x : {left, right}) draw_line({x, y - ui.px(3)}, {x, y}, ui.theme.dim, ui.px(1.5f));
    const std::string name = fmt::format("sublist {}", j);
    draw_name_centred(ui.fonts.small, {0.5f * (left + right), layout.names + 0.5f * line_height(ui.fonts.small)},
                      ui.theme.dim, name, right - left);
  }
}

/// Draws a line from each key that is a sample to its position in the row of samples.
void draw_ways(const Ui& ui, const Session& session, const SampleState& state, const SamplesLayout& layout) {
  const float top = layout.names + line_height(ui.fonts.small) + ui.px(2), low = layout.strip.box.low.y - ui.px(2);
  const float size = std::clamp(0.35f * layout.keys.slots.pitch, 2.0f, ui.px(5));
  for (std::size_t i = 0; i < state.ranks.size(); ++i) {
    const float x = layout.keys.middle(state.places[i]), mark = layout.names - ui.px(8);
    const bool chosen = state.splitter_of(i).has_value();
    const ImU32 colour = chosen ? ui.theme.selected : to_color(palette_colour(state.sublist_of(state.places[i])), 0.8f);
    draw_triangle({x - size, mark}, {x + size, mark}, {x, mark - 1.6f * size}, ui.theme.text);
    const float to = layout.strip.x(i) + 0.5f * layout.strip.pitch, bend = 0.45f * (low - top);
    const bool lit = session.selected() && session.selected()->index == state.places[i];
    ImGui::GetWindowDrawList()->AddBezierCubic({x, top}, {x, top + bend}, {to, low - bend}, {to, low}, colour,
                                               ui.px(lit      ? 3.5f
                                                     : chosen ? 2.25f
                                                              : 1.25f));
  }
}

/// Draws the samples in their present order. Each has the colour and pattern of its sublist. A frame and a number mark
/// a sample that became a splitter.
void draw_strip(const Ui& ui, Session& session, const SampleState& state, const SamplesLayout& layout) {
  const Slots& strip = layout.strip;
  const data::Keys& keys = session.player().state()->keys;
  const float gap = strip.pitch >= 6 ? 2.0f : 0.0f;
  float free = strip.box.low.x;
  const float value_room = strip.pitch - gap - ui.px(4);
  // Showing only the short values would be misleading.
  const bool written = std::ranges::all_of(state.places, [&](std::uint64_t place) {
    return !fitting_number(ui.fonts.mono_small, data::text(keys, place), value_room).empty();
  });
  for (std::size_t i = 0; i < state.ranks.size(); ++i) {
    const std::uint64_t sublist = state.sublist_of(state.places[i]);
    const glm::vec3 colour = palette_colour(sublist);
    const Box cell{{strip.x(i), strip.box.low.y}, {strip.x(i) + strip.pitch - gap, strip.box.high.y}};
    draw_group_box(ui, cell, colour, sublist, 1, gap > 0 ? ui.px(3) : 0);
    if (written) {
      const std::string value = data::text(keys, state.places[i]);
      const float half = 0.5f * text_width(ui.fonts.mono_small, fitting_number(ui.fonts.mono_small, value, value_room));
      draw_box(Box::around(cell.middle(), half + ui.px(2), 0.5f * line_height(ui.fonts.mono_small)),
               to_color(colour, 0.85f), ui.px(2));
      draw_number_centred(ui.fonts.mono_small, cell.middle(), readable_on(colour), value, value_room);
    }
    const auto splitter = state.splitter_of(i);
    if (!splitter) continue;
    draw_outline(cell.grown(1.5f), ui.theme.selected, ui.px(2.5f), ui.px(3));
    const std::string name = fmt::format("splitter {}", *splitter);
    const std::string number = written ? fmt::format("{}", *splitter) : data::text(keys, state.places[i]);
    const float middle = cell.middle().x, room = 2 * std::min(middle - free, strip.box.high.x - middle);
    // A splitter without its value in the cell has the value below it instead of its name.
    const std::string& shown = written && text_width(ui.fonts.small, name) <= room ? name : number;
    if (text_width(ui.fonts.small, shown) > room) continue;
    draw_text_centred(ui.fonts.small, {middle, strip.box.high.y + ui.px(3) + 0.5f * line_height(ui.fonts.small)},
                      ui.theme.text, shown);
    free = middle + 0.5f * text_width(ui.fonts.small, shown) + ui.px(4);
  }
  if (const auto i = strip.pointed(); i && !state.ranks.empty() && *i < state.places.size()) {
    point_at(session, pair_of(session.player(), state.places[*i]));
  }
}

/// Draws, for each sublist, the positions at which the splitters divide it. Keys to the left of a position are in the
/// bucket of this splitter or an earlier one.
void draw_cuts(const Ui& ui, const SampleState& state, const SamplesLayout& layout) {
  const std::uint64_t columns = state.pass.buckets;
  for (std::size_t j = 0; j < state.pass.sublists.size(); ++j) {
    for (std::uint64_t splitter = 0; splitter + 1 < columns; ++splitter) {
      if (j * columns + splitter >= state.locations.size()) return;
      const float x =
          layout.keys.slots.x(state.pass.sublists[j].first + state.locations[j * columns + splitter]) - 0.5f;
      draw_line({x, layout.keys.slots.box.low.y}, {x, layout.names - ui.px(3)}, ui.theme.selected, ui.px(1.5f));
    }
  }
}

std::string caption_of(const Ui& ui, const SampleState& state, const Box& box, const char* title) {
  const std::string lists = counted(state.pass.sublists.size(), "sublist");
  if (state.ranks.empty()) {
    const std::string sizes = fmt::format("{} of about {}", lists, keys_text(state.pass.sublists.front().count));
    return fitting_caption(ui, box, title, {sizes, lists, ""});
  }
  const std::string samples = fmt::format("{} with {} each", lists, counted(state.pass.samples, "sample"));
  const std::string cuts = state.locations.empty() ? ", evenly spaced" : "; lines: cuts at the splitters";
  return fitting_caption(ui, box, title, {samples + cuts, samples, lists, ""});
}

std::string why_no_samples(const Session& session) {
  const Player& player = session.player();
  if (player.n() == 0) return "There are no keys to draw.";
  if (player.state() == nullptr) {
    return fmt::format("This view draws up to {} keys.", grouped(Player::small_n));
  }
  if (player.record() == nullptr) return "The first pass will divide the keys into equal sublists and sort each one.";
  return sample_state(player) != nullptr ? "" : "All keys of the sublists are in buckets now.";
}

void draw_samples_diagram(Ui& ui, Session& session, const Box& box) {
  const SampleState& state = *sample_state(session.player());
  const char* title = "Sublists and samples";
  const Box body = view_header(ui, box, title, caption_of(ui, state, box, title));
  if (body.height() < ui.px(80) || body.width() < ui.px(120)) return;
  const SamplesLayout layout = lay_out(ui, session, state, body);
  const auto name = [&](const Box& row, const char* text) {
    draw_text(ui.fonts.small, {body.low.x, 0.5f * (row.low.y + row.high.y - line_height(ui.fonts.small))}, ui.theme.dim,
              text);
  };
  name(layout.keys.slots.box, "keys");
  draw_key_row(ui, session, layout.keys);
  draw_sublists(ui, state, layout);
  if (!state.locations.empty()) draw_cuts(ui, state, layout);
  if (!state.ranks.empty()) {
    name(layout.strip.box, "samples");
    draw_ways(ui, session, state, layout);
    draw_strip(ui, session, state, layout);
  }
  if (const auto place = layout.keys.slots.pointed()) point_at(session, pair_of(session.player(), *place));
  if (session.selected()) mark_place(ui, layout.keys, session.selected()->index);
}

}  // namespace

/// Returns the diagram of a sample sort's sublists, of the samples drawn from them, and of the splitters among the
/// samples.
Diagram samples_diagram() {
  namespace tables = algorithms::tables;
  return {.name = "samples",
          .title = "Sublists and samples",
          .absent = " does not draw samples from sublists.",
          .tables = {tables::Samples{}, tables::SamplePlaces{}, tables::Locations{}},
          .reason = why_no_samples,
          .draw = draw_samples_diagram,
          .pointing = "Point at a key or a sample to see both. Click to pin it."};
}

}  // namespace texelsort::app
