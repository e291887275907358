#include "app/gui/views/texture_overlay.h"

#include <algorithm>
#include <cmath>
#include <glm/vec4.hpp>
#include <map>

#include "app/export/colours.h"
#include "app/gui/views/threshold.h"
#include "app/gui/views/travel.h"
#include "app/playback/element_history.h"
#include "app/playback/models/keys_view.h"
#include "app/session/inspection.h"

namespace texelsort::app {

namespace {

constexpr std::size_t most_quads = 1024;
/// Smallest width of a quad with an outline, in pixels at scale 1. The outlines of narrower quads would hide the keys.
constexpr float narrowest_quad = 14;
/// Smallest size in pixels at scale 1 of a cell with text, so that the text can be read from some distance.
constexpr float smallest_labelled_cell = 20;
constexpr std::uint64_t most_marked_texels = 4096;

bool covers(const gpu::Rect& rect, std::uint64_t index, std::uint32_t width) {
  const std::uint64_t x = index % width, y = index / width;
  return x >= rect.x && x < std::uint64_t{rect.x} + rect.width && y >= rect.y &&
         y < std::uint64_t{rect.y} + rect.height;
}

ImU32 role_color(const Theme& theme, algorithms::Role role) {
  switch (role) {
    case algorithms::Role::minimum:
      return theme.minimum;
    case algorithms::Role::maximum:
      return theme.maximum;
    case algorithms::Role::decide:
    case algorithms::Role::keep:
      break;
  }
  return theme.decide;
}

void draw_role_frame(const Ui& ui, const Box& box, algorithms::Role role, float thickness, bool hatched) {
  const ImU32 color = role_color(ui.theme, role);
  if (role != algorithms::Role::decide && hatched) {
    draw_hatch(box, role == algorithms::Role::minimum, ui.px(9), ui.px(1), with_alpha(color, 0.55f));
  }
  draw_outline(box.grown(-0.5f * thickness), color, thickness, ui.px(5));
}

void draw_quad(const Ui& ui, const TextureGrid& grid, const algorithms::Quad& quad) {
  const gpu::Rect& r = quad.rect;
  const Box box{
      {grid.origin.x + grid.cell * static_cast<float>(r.x), grid.origin.y + grid.cell * static_cast<float>(r.y)},
      {grid.origin.x + grid.cell * static_cast<float>(std::uint64_t{r.x} + r.width),
       grid.origin.y + grid.cell * static_cast<float>(std::uint64_t{r.y} + r.height)}};
  draw_role_frame(ui, box, quad.role, grid.cell >= 20 ? ui.px(2.5f) : ui.px(1.5f), grid.cell >= 10);
}

/// Draws a triangle that points down for the smaller key, and up for the larger key. `low` is the corner of its square.
void draw_role_triangle(const Ui& ui, ImVec2 low, float side, bool smaller) {
  const float base = smaller ? low.y : low.y + side, tip = smaller ? low.y + side : low.y;
  const ImVec2 a{low.x, base}, b{low.x + 0.5f * side, tip}, c{low.x + side, base};
  draw_triangle(a, b, c, smaller ? ui.theme.minimum : ui.theme.maximum);
  ImGui::GetWindowDrawList()->AddTriangle(a, b, c, with_alpha(ui.theme.panel, 0.8f), 1);
}

/// Draws a small triangle in both texels of each comparator.
void draw_role_marks(const Ui& ui, const Session& session, const TextureGrid& grid) {
  const float side = std::min(ui.px(9), grid.cell * 0.22f), inset = std::max(2.0f, grid.cell * 0.08f);
  network::for_each_comparator(*session.player().record()->step(), grid.count, [&](const network::Comparator& c) {
    const Box smaller = grid.cell_box(c.reversed ? c.high : c.low), larger = grid.cell_box(c.reversed ? c.low : c.high);
    draw_role_triangle(ui, {smaller.low.x + inset, smaller.low.y + inset}, side, true);
    draw_role_triangle(ui, {larger.low.x + inset, larger.low.y + inset}, side, false);
  });
}

/// Draws a tick in each texel whose key passes the threshold of a selection's present pass. Draws a frame around each
/// answer.
void draw_passing(const Ui& ui, const Session& session, const TextureGrid& grid) {
  const auto* state = session.player().state();
  if (!session.selects() || !state || grid.count > most_marked_texels || grid.cell < ui.px(smallest_labelled_cell)) {
    return;
  }
  const std::vector<Possible> possible = possible_codes(session);
  const auto* count = counted(session.player());
  const float radius = std::min(ui.px(6), 0.12f * grid.cell), inset = std::max(1.6f * radius + 2, 0.16f * grid.cell);
  for (std::uint64_t i = 0; i < grid.count; ++i) {
    const Box box = grid.cell_box(i);
    const std::uint64_t code = code_of(state->keys, i, session.problem().order);
    const auto is_answer = [code](const Possible& element) { return element.found() && element.low == code; };
    if (session.player().position() > 0 && std::ranges::any_of(possible, is_answer)) {
      const float t = std::clamp(0.05f * grid.cell, 2.0f, ui.px(4));
      draw_outline({{box.low.x + t, box.low.y + t}, {box.high.x - 1.5f * t, box.high.y - 1.5f * t}}, ui.theme.maximum,
                   t, std::min(ui.px(6), grid.cell * 0.12f));
    }
    if (count == nullptr || code < count->threshold) continue;
    draw_verdict(true, {box.high.x - inset, box.low.y + inset}, radius,
                 readable_on(key_colour(session, ui.theme, state->keys, i)));
  }
}

/// The key of a visible texel: an array of keys, and an index into it. The array is the state on the host, or a part of
/// a row that was read back.
struct ShownKey {
  const data::Keys* keys;
  std::uint64_t at;
};

/// Visible parts of the rows of an array that is too large to read back as a whole. The map key is the index of the
/// first key of a part.
using ReadRows = std::map<std::uint64_t, data::Keys>;

/// Range of columns and rows of the visible texels, both ends inclusive.
struct VisibleTexels {
  std::uint64_t left = 0, right = 0, top = 0, bottom = 0;
};

VisibleTexels visible_texels(const TextureGrid& grid) {
  const auto place = [&](float low, float origin, std::uint64_t count) {
    const float at = std::floor((low - origin) / grid.cell);
    return static_cast<std::uint64_t>(std::clamp(at, 0.0f, static_cast<float>(count - 1)));
  };
  return {place(grid.body.low.x, grid.origin.x, grid.width), place(grid.body.high.x, grid.origin.x, grid.width),
          place(grid.body.low.y, grid.origin.y, grid.rows), place(grid.body.high.y, grid.origin.y, grid.rows)};
}

ShownKey shown_key(const Session& session, const TextureGrid& grid, const VisibleTexels& visible, std::uint64_t index) {
  const Player& player = session.player();
  if (const auto* state = player.state()) return {&state->keys, index};
  const std::uint64_t first = index / grid.width * grid.width + visible.left;
  const std::uint64_t count = std::min(visible.right - visible.left + 1, grid.count - first);
  auto& parts = player.of_state().keep<ReadRows>();
  auto found = parts.find(first);
  if (found == parts.end() || data::size(found->second) < count) {
    found = parts.insert_or_assign(first, player.run().read(first, count).keys).first;
  }
  return {&found->second, index - first};
}

/// Returns the largest font in which all values fit into a cell. If none fits, returns the smallest font.
ImFont* value_font(const Ui& ui, float cell, const std::vector<std::string>& values) {
  std::size_t longest = 0;
  for (const std::string& value : values) longest = std::max(longest, value.size());
  for (ImFont* font : {ui.fonts.mono_large, ui.fonts.mono}) {
    const float width = text_width(font, "0") * static_cast<float>(longest);
    if (width + ui.px(10) <= cell && line_height(font) <= 0.5f * cell) return font;
  }
  return ui.fonts.mono_small;
}

void draw_values(const Ui& ui, const Session& session, const TextureGrid& grid) {
  if (grid.count == 0 || grid.cell < line_height(ui.fonts.mono_small) + 2) return;
  const VisibleTexels visible = visible_texels(grid);
  std::vector<std::uint64_t> places;
  std::vector<std::string> values;
  for (std::uint64_t row = visible.top; row <= visible.bottom; ++row) {
    for (std::uint64_t column = visible.left; column <= visible.right; ++column) {
      const std::uint64_t index = row * grid.width + column;
      if (index >= grid.count) break;
      const ShownKey key = shown_key(session, grid, visible, index);
      places.push_back(index);
      values.push_back(data::text(*key.keys, key.at));
    }
  }
  ImFont* font = value_font(ui, grid.cell, values);
  std::vector<std::string> shown;
  for (const std::string& value : values) {
    shown.push_back(fitting_number(font, value, 0.95f * grid.cell - ui.px(3)));
    // Show no values if one does not fit. Showing only the short ones would be misleading.
    if (shown.back().empty()) return;
  }
  const Motion* motion = session.motion();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const ShownKey key = shown_key(session, grid, visible, places[i]);
    ImVec2 middle = grid.cell_box(places[i]).middle();
    const bool travels = motion != nullptr && motion->moves.from.size() == grid.count && motion->moves_key(places[i]);
    if (travels) {
      middle =
          on_the_way(*motion, grid.cell_box(motion->moves.from[places[i]]).middle(), middle, texel_bow * grid.cell);
    }
    const std::string& text = shown[i];
    const float width = text_width(font, text) + ui.px(4), height = line_height(font) + ui.px(1);
    const Box back_box = Box::around(middle, 0.5f * width, 0.5f * height);
    // Omit the value of a texel that is cut by the edge of a zoomed picture.
    if (!grid.body.contains(back_box.low) || !grid.body.contains(back_box.high)) continue;
    glm::vec3 back = session.player().state() != nullptr ? shown_colour(session, ui.theme, *key.keys, key.at)
                                                         : key_colour(session, ui.theme, *key.keys, key.at);
    if (!passes(session, *key.keys, key.at)) back = dimmed * back + (1 - dimmed) * glm::vec3(to_vec4(ui.theme.panel));
    if (travels && motion->fraction > 0) {
      // Draw the texel again, because texels that are drawn later may hide it, but not its value.
      draw_box(Box::around(middle, 0.475f * grid.cell, 0.475f * grid.cell), to_color(back), 0.1f * grid.cell);
    }
    draw_box(back_box, to_color(back), ui.px(3));
    draw_shortened_centred(font, middle, readable_on(back), values[i], text);
  }
}

void draw_selected_cell(const Ui& ui, const TextureGrid& grid, std::uint64_t index, bool pinned) {
  Box box = grid.cell_box(index);
  // If a texel is too small for a frame inside it, draw the frame around the texel.
  const float grow = std::max(0.0f, ui.px(5) - 0.5f * grid.cell);
  box.low = {box.low.x - grow, box.low.y - grow};
  box.high = {box.high.x + grow, box.high.y + grow};
  const float t = ui.px(pinned ? 2.5f : 1.75f);
  draw_outline(box.grown(1), ui.theme.panel, t + ui.px(2), ui.px(6));
  draw_outline(box, ui.theme.selected, t, ui.px(6));
}

void draw_arc(const Ui& ui, ImVec2 from, ImVec2 bend, ImVec2 to, bool swapped, ImU32 kept) {
  constexpr int segments = 16;
  const auto at = [&](int step) {
    const float t = static_cast<float>(step) / segments, s = 1 - t;
    return ImVec2{s * s * from.x + 2 * s * t * bend.x + t * t * to.x,
                  s * s * from.y + 2 * s * t * bend.y + t * t * to.y};
  };
  for (int i = 0; i < segments; ++i) draw_line(at(i), at(i + 1), with_alpha(ui.theme.panel, 0.85f), ui.px(5));
  for (int i = 0; i < segments; i += swapped ? 1 : 2) {
    draw_line(at(i), at(i + 1), swapped ? ui.theme.swapped : kept, ui.px(2.5f));
  }
  if (!swapped) return;
  const auto head = [&](ImVec2 tip, ImVec2 towards) {
    const float dx = tip.x - towards.x, dy = tip.y - towards.y, length = std::max(1.0f, std::sqrt(dx * dx + dy * dy));
    const float h = ui.px(7);
    const ImVec2 u{dx / length, dy / length}, base{tip.x - u.x * h, tip.y - u.y * h};
    draw_triangle(tip, {base.x - u.y * h * 0.6f, base.y + u.x * h * 0.6f},
                  {base.x + u.y * h * 0.6f, base.y - u.x * h * 0.6f}, ui.theme.swapped);
  };
  head(to, bend);
  head(from, bend);
}

/// Draws a line between two keys that the pass compared: solid with arrow heads if it swapped them, otherwise dashed.
/// Draws nothing if the pass did not compare them.
void draw_link(const Ui& ui, const Session& session, const TextureGrid& grid, const Pair& pair) {
  if (!pair.partner || outcome_of(session.player(), pair) == CompareOutcome::apart) return;
  const ImVec2 a = grid.cell_box(pair.index).middle(), b = grid.cell_box(*pair.partner).middle();
  const CompareOutcome outcome = outcome_of(session.player(), pair);
  const float dx = b.x - a.x, dy = b.y - a.y, length = std::max(1.0f, std::sqrt(dx * dx + dy * dy));
  const float trim = std::min(0.42f * grid.cell, 0.3f * length);
  const ImVec2 u{dx / length, dy / length};
  const ImVec2 from{a.x + u.x * trim, a.y + u.y * trim}, to{b.x - u.x * trim, b.y - u.y * trim};
  // Curve the line, so that the texels between the two keys stay legible.
  const float bulge = length > 1.5f * grid.cell ? std::min(0.62f * grid.cell, 0.3f * length) : 0.0f;
  const ImVec2 bend{0.5f * (a.x + b.x) + u.y * bulge, 0.5f * (a.y + b.y) - u.x * bulge};
  const ImU32 stayed = outcome == CompareOutcome::kept ? ui.theme.kept : ui.theme.selected;
  draw_arc(ui, from, bend, to, outcome == CompareOutcome::swapped, stayed);
}

/// Draws the path of the pinned key from texel to texel. Older parts of the path are thinner.
void draw_trail(const Ui& ui, Session& session, const TextureGrid& grid) {
  if (!session.look.trail) return;
  const auto& stops = session.trail();
  for (std::size_t i = 1; i < stops.size(); ++i) {
    if (stops[i].place == stops[i - 1].place) continue;
    const float age = static_cast<float>(i) / static_cast<float>(stops.size());
    const ImVec2 from = grid.cell_box(stops[i - 1].place).middle(), to = grid.cell_box(stops[i].place).middle();
    draw_line(from, to, with_alpha(ui.theme.panel, 0.8f), ui.px(2 + 4 * age));
    draw_line(from, to, with_alpha(ui.theme.selected, 0.5f + 0.5f * age), ui.px(1 + 2.5f * age));
    draw_disc(from, ui.px(2 + 2 * age), ui.theme.selected, 12);
  }
}

/// Draws a frame and a cross on the texel at which a claim or the check of the result fails.
void draw_wrong(const Ui& ui, Session& session, const TextureGrid& grid) {
  const auto wrong = wrong_place(session);
  if (!wrong || *wrong >= grid.count) return;
  Box box = grid.cell_box(*wrong);
  // Draw the frame around a small texel, so that it can be found.
  box = box.grown(std::max(0.0f, ui.px(6) - 0.5f * grid.cell));
  draw_outline(box.grown(ui.px(1)), ui.theme.panel, ui.px(6), ui.px(6));
  draw_outline(box, ui.theme.warning, ui.px(3), ui.px(6));
  const float radius = std::clamp(0.1f * grid.cell, ui.px(3), ui.px(7));
  const ImVec2 at{box.high.x - 1.8f * radius, box.low.y + 1.8f * radius};
  if (grid.cell < ui.px(13)) return;
  draw_disc(at, 1.7f * radius, ui.theme.panel, 20);
  draw_verdict(false, at, radius, ui.theme.warning);
}

}  // namespace

QuadSelection choose_quads(const Ui& ui, const Session& session, const algorithms::View& view, const Box& box) {
  QuadSelection chosen;
  const auto* record = session.player().record();
  if (!record || !record->quads) return chosen;
  auto quads = record->quads();
  std::erase_if(quads, [](const auto& quad) { return quad.role == algorithms::Role::keep; });
  const std::uint32_t width = shown_width(view);
  const std::uint64_t row_count = (view.count + width - 1) / width;
  const auto rows = static_cast<float>(row_count);
  const float cell = std::min(box.width() / static_cast<float>(width), box.height() / rows) * ui.texture_camera.zoom;
  float narrowest = box.width();
  for (const auto& quad : quads) {
    narrowest = std::min(narrowest, cell * static_cast<float>(std::min(quad.rect.width, quad.rect.height)));
  }
  if (quads.size() <= most_quads && narrowest >= ui.px(narrowest_quad)) {
    chosen.quads = std::move(quads);
    return chosen;
  }
  chosen.too_fine = true;
  if (const auto& pair = session.selected()) {
    for (const auto& quad : quads) {
      if (covers(quad.rect, pair->index, width) || (pair->partner && covers(quad.rect, *pair->partner, width))) {
        chosen.quads.push_back(quad);
      }
    }
  }
  return chosen;
}

RoleMarks role_marks(const Ui& ui, const Session& session, const TextureGrid& grid, const QuadSelection& quads) {
  const auto decides = [](const auto& quad) { return quad.role == algorithms::Role::decide; };
  if (!std::ranges::all_of(quads.quads, decides)) return RoleMarks::quads;
  const auto* record = session.player().record();
  const bool shown = record && record->step() && grid.count <= most_marked_texels && grid.cell >= ui.px(13);
  return shown ? RoleMarks::triangles : RoleMarks::none;
}

float draw_role_legend(const Ui& ui, RoleMarks marks, std::optional<ImVec2> right) {
  const float side = ui.px(marks == RoleMarks::quads ? 14.0f : 9.0f);
  const float wide = marks == RoleMarks::quads ? 1.6f * side : side;
  float width = 0;
  for (const bool smaller : {false, true}) {
    const char* name = smaller ? "smaller key" : "larger key";
    width += text_width(ui.fonts.small, name);
    if (right) {
      draw_text(ui.fonts.small, {right->x - width, right->y - 0.5f * line_height(ui.fonts.small)}, ui.theme.dim, name);
    }
    width += ui.px(6) + wide;
    if (right) {
      const Box mark = Box::at({right->x - width, right->y - 0.5f * side}, {wide, side});
      const algorithms::Role role = smaller ? algorithms::Role::minimum : algorithms::Role::maximum;
      marks == RoleMarks::quads ? draw_role_frame(ui, mark, role, ui.px(2.5f), true)
                                : draw_role_triangle(ui, mark.low, side, smaller);
    }
    width += ui.px(14);
  }
  return width;
}

void draw_texture_overlay(const Ui& ui, Session& session, const TextureGrid& grid, const QuadSelection& quads) {
  auto& draw = *ImGui::GetWindowDrawList();
  draw.PushClipRect({grid.body.low.x - ui.px(3), grid.body.low.y - ui.px(3)},
                    {grid.body.high.x + ui.px(3), grid.body.high.y + ui.px(3)}, true);
  for (const auto& quad : quads.quads) draw_quad(ui, grid, quad);
  const bool hovers = session.hovered() && session.hovered() != session.pinned();
  // Draw lines before the values, because they would otherwise cross them out.
  draw_trail(ui, session, grid);
  if (hovers) draw_link(ui, session, grid, *session.hovered());
  if (session.pinned()) draw_link(ui, session, grid, *session.pinned());
  draw_values(ui, session, grid);
  draw_passing(ui, session, grid);
  if (role_marks(ui, session, grid, quads) == RoleMarks::triangles) draw_role_marks(ui, session, grid);
  draw_wrong(ui, session, grid);
  const auto draw_pair = [&](const Pair& pair, bool pinned) {
    draw_selected_cell(ui, grid, pair.index, pinned);
    if (pair.partner) draw_selected_cell(ui, grid, *pair.partner, pinned);
  };
  if (hovers) draw_pair(*session.hovered(), false);
  if (session.pinned()) draw_pair(*session.pinned(), true);
  draw.PopClipRect();
}

}  // namespace texelsort::app
