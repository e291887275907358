#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/export/colours.h"
#include "app/gui/views/fitting.h"
#include "app/gui/views/patterns.h"
#include "app/gui/views/travel.h"
#include "app/gui/views/workspaces.h"
#include "app/gui/window/shortcuts.h"
#include "app/playback/models/fold.h"
#include "app/playback/models/keys_view.h"

namespace texelsort::app {

namespace {

constexpr const char* fold_title = "From array to texture";
constexpr std::uint64_t most_folded = 4096;
constexpr std::size_t most_arcs = 1024, most_drawn_quads = 1024;
/// Greatest width of a cell, smallest width of a cell with a value, and size of a pass's mark, in pixels at scale 1.
constexpr float widest_cell = 72, written_cell = 20, pass_mark = 16;

/// Screen positions of the keys during the animation that folds the line of keys into a texture. The line is at the
/// top, and the texture is the grid below.
struct FoldLayout {
  std::uint64_t n = 0, width = 1, rows = 1;
  float line_cell = 1, grid_cell = 1;
  ImVec2 line, grid;  ///< upper left corner in pixels of key 0 on the line, and of key 0 in the grid
  double position = 1;
  const Motion* motion = nullptr;  ///< keys that move; null if all are at their places

  Box on_line(std::uint64_t i) const {
    return Box::at({line.x + line_cell * static_cast<float>(i), line.y}, {line_cell, line_height()});
  }
  /// Returns the height in pixels of a key on the line. It has a minimum, so that a line of many narrow keys stays
  /// visible.
  float line_height() const { return std::max(line_cell, 6.0f); }
  Box in_grid(std::uint64_t i) const {
    const std::uint64_t column = i % width, row = i / width;
    return Box::at({grid.x + grid_cell * static_cast<float>(column), grid.y + grid_cell * static_cast<float>(row)},
                   {grid_cell, grid_cell});
  }
  Box box(std::uint64_t i) const {
    const auto t = static_cast<float>(row_progress(position, i / width, rows));
    const Box from = on_line(i), to = in_grid(i);
    const auto mix = [t](ImVec2 a, ImVec2 b) { return ImVec2{a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}; };
    return {mix(from.low, to.low), mix(from.high, to.high)};
  }
  /// Returns the position of the key that is or will be at an index.
  Box key_box(std::uint64_t i) const {
    const Box present = box(i);
    if (motion == nullptr) return present;
    const Box old = box(motion->moves.from[i]);
    const auto mix = [this](ImVec2 a, ImVec2 b) {
      return ImVec2{motion->between(a.x, b.x), motion->between(a.y, b.y)};
    };
    return {mix(old.low, present.low), mix(old.high, present.high)};
  }
  bool folded() const { return position >= 1; }
  bool flies(std::uint64_t i) const {
    const double progress = row_progress(position, i / width, rows);
    return progress > 0 && progress < 1;
  }
};

FoldLayout lay_out(const Ui& ui, const Session& session, const algorithms::View& keys, const Box& box) {
  FoldLayout layout;
  layout.n = keys.count;
  layout.width = shown_width(keys);
  layout.rows = (keys.count + layout.width - 1) / layout.width;
  layout.position = session.fold();
  layout.motion = shown_motion(session, keys);
  layout.line_cell = std::min(box.width() / static_cast<float>(layout.n), ui.px(widest_cell));
  const float used = layout.line_cell * static_cast<float>(layout.n);
  layout.line = {box.low.x + 0.5f * (box.width() - used), box.low.y + ui.px(22)};
  const float arcs = ui.px(34);
  const Box below{{box.low.x, layout.line.y + layout.line_height() + arcs}, box.high};
  layout.grid_cell = std::min({below.width() / static_cast<float>(layout.width),
                               below.height() / static_cast<float>(layout.rows), ui.px(widest_cell)});
  layout.grid = {below.low.x + 0.5f * (below.width() - layout.grid_cell * static_cast<float>(layout.width)),
                 below.low.y + 0.5f * (below.height() - layout.grid_cell * static_cast<float>(layout.rows))};
  return layout;
}

glm::vec3 colour_of(PassKind kind) {
  constexpr std::array groups{4, 0, 1, 6, 2};
  return palette_colour(groups[static_cast<std::size_t>(kind)]);
}

Pattern pattern_of(PassKind kind) {
  constexpr std::array patterns{Pattern::plain, Pattern::level, Pattern::upright, Pattern::net, Pattern::lattice};
  return patterns[static_cast<std::size_t>(kind)];
}

void draw_kind_box(const Ui& ui, const Box& box, PassKind kind) {
  if (kind == PassKind::none) return draw_box(box, ui.theme.raised, ui.px(3));
  const glm::vec3 colour = colour_of(kind);
  draw_box(box, to_color(colour), ui.px(3));
  draw_pattern(ui, box, pattern_of(kind), with_alpha(readable_on(colour), 0.6f));
}

/// Draws the keys. Rows of the texture that are moving are on top and show no values, which would overlap.
void draw_cells(const Ui& ui, const Session& session, const FoldLayout& layout) {
  const data::Keys& keys = session.player().state()->keys;
  for (const bool flying : {false, true}) {
    for (std::uint64_t i = 0; i < layout.n; ++i) {
      if (layout.flies(i) != flying) continue;
      const Box place = layout.key_box(i);
      const float gap = place.width() >= 6 ? std::max(1.0f, 0.06f * place.width()) : 0.0f;
      const Box cell{place.low, {place.high.x - gap, place.high.y - gap}};
      draw_key_box(ui, session, cell, keys, i, 1, gap > 0 ? std::min(ui.px(5), 0.12f * place.width()) : 0);
      if (flying || place.width() < ui.px(written_cell)) continue;
      const glm::vec3 back = shown_colour(session, ui.theme, keys, i);
      ImFont* font = place.width() >= ui.px(48) ? ui.fonts.mono : ui.fonts.mono_small;
      if (line_height(font) + ui.px(2) > cell.height()) continue;
      draw_number_centred(font, cell.middle(), readable_on(back), data::text(keys, i), cell.width() - ui.px(4));
    }
  }
}

/// Draws the line of keys before folding, with a bracket for each row of the texture.
void draw_line_of_rows(const Ui& ui, const FoldLayout& layout) {
  const float tall = line_height(ui.fonts.small);
  for (std::uint64_t row = 0; row < layout.rows; ++row) {
    const Box first = layout.on_line(row * layout.width);
    const Box last = layout.on_line(std::min(layout.n, (row + 1) * layout.width) - 1);
    const Box whole{first.low, last.high};
    draw_box(whole, with_alpha(row % 2 == 0 ? ui.theme.raised : ui.theme.hovered, 0.9f), ui.px(2));
    draw_outline({whole.low, {whole.high.x - 1, whole.high.y}}, ui.theme.faint, 1, ui.px(2));
    const std::string name =
        static_cast<float>(layout.width) * layout.line_cell > text_width(ui.fonts.small, "row 00") + ui.px(4)
            ? fmt::format("row {}", row)
            : fmt::format("{}", row);
    if (text_width(ui.fonts.small, name) + ui.px(2) > whole.width()) continue;
    draw_text_centred(ui.fonts.small, {whole.middle().x, whole.low.y - 0.5f * tall - ui.px(3)}, ui.theme.dim, name);
  }
}

/// Outlines the texels of each quad at their present positions. The pieces of the line that belong to a quad form a
/// rectangle in the texture.
void draw_quads(const Ui& ui, const FoldLayout& layout, const std::vector<algorithms::Quad>& quads) {
  for (const auto& quad : quads) {
    const ImU32 colour = quad.role == algorithms::Role::minimum   ? ui.theme.minimum
                         : quad.role == algorithms::Role::maximum ? ui.theme.maximum
                                                                  : ui.theme.decide;
    const float thickness = ui.px(layout.folded() ? 3.0f : 2.0f);
    const auto outline = [&](const Box& box) {
      if (quad.role != algorithms::Role::decide && box.height() >= 8) {
        draw_hatch(box, quad.role == algorithms::Role::minimum, ui.px(9), ui.px(1), with_alpha(colour, 0.6f));
      }
      draw_outline(box.grown(-0.5f * thickness), colour, thickness, ui.px(4));
    };
    const gpu::Rect& r = quad.rect;
    if (layout.folded()) {
      const Box low = layout.in_grid(std::uint64_t{r.y} * layout.width + r.x);
      outline(Box::at(
          low.low, {layout.grid_cell * static_cast<float>(r.width), layout.grid_cell * static_cast<float>(r.height)}));
      continue;
    }
    for (std::uint64_t y = r.y; y < std::uint64_t{r.y} + r.height; ++y) {
      const std::uint64_t first = y * layout.width + r.x, last = std::min(layout.n, first + r.width);
      if (first < last) outline({layout.box(first).low, layout.box(last - 1).high});
    }
  }
}

/// Draws an arc between the partners of each comparator in a network step.
void draw_arcs(const Ui& ui, const Session& session, const FoldLayout& layout, const network::Step& step) {
  auto& draw = *ImGui::GetWindowDrawList();
  if (network::count_comparators(step, layout.n) > most_arcs) return;
  network::for_each_comparator(step, layout.n, [&](const network::Comparator& c) {
    const Box a = layout.box(c.low), b = layout.box(c.high);
    const PassKind kind = kind_of(c, layout.width);
    const auto& selected = session.selected();
    const bool lit = selected && selected->touches(c.low) && selected->touches(c.high);
    const bool flies = layout.flies(c.low) || layout.flies(c.high);
    const ImU32 colour = lit ? ui.theme.selected : to_color(colour_of(kind), flies ? 0.3f : 0.9f);
    const bool on_line = layout.position <= 0;
    // Start arcs near an edge of the cell, because its centre shows the value: at the lower edge, or at the right edge
    // for partners in other rows.
    const auto end = [&](const Box& box) {
      if (on_line) return ImVec2{box.middle().x, box.high.y};
      if (kind == PassKind::row) return ImVec2{box.middle().x, box.low.y + 0.82f * box.height()};
      return ImVec2{box.low.x + 0.84f * box.width(), box.middle().y};
    };
    const ImVec2 from = end(a), to = end(b);
    const float dx = to.x - from.x, dy = to.y - from.y, length = std::max(1.0f, std::sqrt(dx * dx + dy * dy));
    const float bulge =
        on_line ? std::min(0.4f * length, ui.px(60)) : std::min(0.3f * length, 0.25f * layout.grid_cell);
    const float side = kind == PassKind::row || on_line ? 1.0f : -1.0f;
    const ImVec2 bend{0.5f * (from.x + to.x) - side * dy / length * bulge,
                      0.5f * (from.y + to.y) + side * dx / length * bulge};
    draw.AddBezierQuadratic(from, bend, to, colour, ui.px(lit ? 3.0f : 1.75f));
  });
}

/// Draws a mark for each pass of the run, in the colour and pattern of the pass's kind. A click seeks the pass.
void draw_passes(const Ui& ui, Session& session, const std::vector<PassKind>& kinds, const Box& box) {
  const auto all = static_cast<float>(kinds.size());
  const float pitch = std::min(box.width() / std::max(all, 1.0f), ui.px(pass_mark) * 2);
  const float mark = std::max(1.0f, pitch - (pitch >= 6 ? 2.0f : 0.0f));
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const Box own = Box::at({box.low.x + pitch * static_cast<float>(i), box.low.y}, {mark, box.height()});
    draw_kind_box(ui, own, kinds[i]);
    if (i + 1 == session.player().position()) draw_outline(own.grown(2), ui.theme.selected, ui.px(2), ui.px(3));
  }
  const Slots slots{{box.low, {box.low.x + pitch * all, box.high.y}}, std::max<std::uint64_t>(kinds.size(), 1), pitch};
  if (const auto pointed = slots.pointed(); pointed && !kinds.empty()) {
    show_tooltip(ui, fmt::format("pass {}: {}", *pointed + 1, name(kinds[*pointed])));
    if (ImGui::IsMouseClicked(0)) go_to_pass(session, *pointed + 1);
  }
}

/// Draws the legend of the kinds of passes: colour, pattern and number of passes of each kind.
void draw_legend(const Ui& ui, const std::vector<PassKind>& kinds, const Box& box) {
  float x = box.low.x;
  for (const PassKind kind : {PassKind::row, PassKind::column, PassKind::across, PassKind::mixed}) {
    const auto count = std::ranges::count(kinds, kind);
    if (count == 0) continue;
    const std::string text = fmt::format("{}: {}", name(kind), count);
    const float side = line_height(ui.fonts.small), wide = text_width(ui.fonts.small, text);
    if (x + side + ui.px(6) + wide > box.high.x) break;
    draw_kind_box(ui, Box::at({x, box.low.y}, {1.6f * side, side}), kind);
    draw_text(ui.fonts.small, {x + 1.6f * side + ui.px(6), box.low.y}, ui.theme.dim, text);
    x += 1.6f * side + wide + ui.px(24);
  }
}

/// Draws a handle that the user can drag from the line to the texture and back, and a button that folds or unfolds.
void draw_handle(const Ui& ui, Session& session, const Box& box) {
  const bool back = session.fold_target() >= 1;
  const float button = ui.px(92);
  ImGui::SetCursorScreenPos(box.low);
  if (text_button(ui, back ? "Unfold" : "Fold", {button, box.height()})) session.fold_to(back ? 0 : 1);
  const Box track{{box.low.x + button + ui.px(20), box.low.y}, {box.high.x - ui.px(10), box.high.y}};
  if (track.width() < ui.px(40)) return;
  ImGui::SetCursorScreenPos(track.low);
  ImGui::InvisibleButton("fold", track.size());
  if (ImGui::IsItemActive()) {
    session.set_fold(std::clamp((ImGui::GetIO().MousePos.x - track.low.x) / track.width(), 0.0f, 1.0f));
  }
  const float y = track.middle().y, x = track.low.x + track.width() * static_cast<float>(session.fold());
  draw_box({{track.low.x, y - ui.px(2)}, {track.high.x, y + ui.px(2)}}, ui.theme.raised, ui.px(2));
  draw_box({{track.low.x, y - ui.px(2)}, {x, y + ui.px(2)}}, ui.theme.accent, ui.px(2));
  draw_disc({x, y}, ui.px(8), ui.theme.accent, 24);
}

/// Returns the caption, or the part of it for which there is space. An example is "column pass: partners are 2 rows
/// apart in the same column; 16 pieces of the line are 4 quads".
std::string caption_of(const Ui& ui, const Session& session, const FoldLayout& layout,
                       const std::vector<algorithms::Quad>& quads, const Box& box) {
  const auto* record = session.player().record();
  const std::string places = fmt::format("key i is texel (i mod {0}, i div {0})", layout.width);
  const auto& kinds = kinds_of_passes(session.player(), layout.width);
  const std::size_t pass = record == nullptr ? kinds.size() : record->header.index;
  std::string kind = places, whole = places;
  if (pass < kinds.size() && kinds[pass] != PassKind::none) {
    kind = name(kinds[pass]);
    const std::string apart = distance_text(session.player(), layout.width);
    whole = kind + (apart.empty() ? "" : ": " + apart);
  }
  std::size_t pieces = 0;
  for (const auto& quad : quads) pieces += runs_of(quad.rect, layout.width, layout.n).size();
  const std::string drawn = fmt::format("; {} of the array {} {}", counted(pieces, "piece"), pieces == 1 ? "is" : "are",
                                        counted(quads.size(), "quad"));
  return fitting_caption(ui, box, fold_title,
                         {quads.empty() ? whole : whole + drawn, quads.empty() ? kind : kind + drawn, kind, ""});
}

std::vector<algorithms::Quad> quads_of(const Session& session) {
  const auto* record = session.player().record();
  if (record == nullptr || !record->quads) return {};
  auto quads = record->quads();
  std::erase_if(quads, [](const auto& quad) { return quad.role == algorithms::Role::keep; });
  if (quads.size() > most_drawn_quads) quads.clear();
  return quads;
}

void draw_fold(Ui& ui, Session& session, const algorithms::View& keys, const Box& box) {
  const std::uint64_t width = shown_width(keys);
  const auto quads = quads_of(session);
  // In a low view, omit the row of passes, so that the texels are not too small.
  const bool low = box.height() < ui.px(260);
  const std::vector<PassKind> kinds = low ? std::vector<PassKind>() : kinds_of_passes(session.player(), width);
  const float handle = ui.px(30), marks = kinds.empty() ? 0 : ui.px(pass_mark), small = line_height(ui.fonts.small);
  const float legend = kinds.empty() ? 0 : small + ui.px(8);
  const FoldLayout sizes = lay_out(ui, session, keys, box);
  const Box body = view_header(ui, box, fold_title, caption_of(ui, session, sizes, quads, box));
  if (body.height() < ui.px(120) || body.width() < ui.px(120)) return;
  const float foot = handle + marks + legend + ui.px(12);
  const FoldLayout layout = lay_out(ui, session, keys, {body.low, {body.high.x, body.high.y - foot}});
  draw_line_of_rows(ui, layout);
  draw_cells(ui, session, layout);
  if (!quads.empty()) draw_quads(ui, layout, quads);
  if (const auto* record = session.player().record(); record != nullptr && record->step() != nullptr) {
    draw_arcs(ui, session, layout, *record->step());
  }
  for (std::uint64_t i = 0; i < layout.n; ++i) {
    const Box cell = layout.box(i);
    if (ImGui::IsWindowHovered() && cell.contains(ImGui::GetIO().MousePos))
      point_at(session, pair_of(session.player(), i));
    if (session.selected() && session.selected()->touches(i)) {
      draw_outline(cell, ui.theme.selected, ui.px(2.5f), ui.px(4));
    }
  }
  float y = body.high.y - foot + ui.px(6);
  if (!kinds.empty()) {
    draw_legend(ui, kinds, {{body.low.x, y}, {body.high.x, y + small}});
    y += legend;
    draw_passes(ui, session, kinds, {{body.low.x, y}, {body.high.x, y + marks}});
    y += marks;
  }
  draw_handle(ui, session, {{body.low.x, y + ui.px(6)}, {body.high.x, y + ui.px(6) + handle - ui.px(6)}});
}

void draw_fold_stage(Ui& ui, Session& session, const Box& box) {
  begin_card(ui, "fold", box, false);
  const auto keys = keys_view(session.player());
  if (keys && keys->count <= most_folded && session.player().state() != nullptr) {
    draw_fold(ui, session, *keys, box);
  } else {
    const Box body = view_header(ui, box, fold_title, "");
    ImGui::SetCursorScreenPos(body.low);
    text_item(ui.fonts.body, ui.theme.dim,
              keys ? fmt::format("This view folds up to {} keys. The input has {}.", grouped(most_folded),
                                 grouped(keys->count))
                   : "There are no keys to fold.");
  }
  end_card();
}

}  // namespace

/// Returns the workspace that folds the line of keys into the rows of the texture. It also shows the comparators and
/// quads of the present pass.
WorkspaceView fold_workspace() {
  return {.name = "fold", .title = fold_title, .draw = draw_fold_stage};
}

}  // namespace texelsort::app
