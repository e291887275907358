#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/export/colours.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/views/fitting.h"
#include "app/gui/views/network_layout.h"
#include "app/gui/views/patterns.h"
#include "app/gui/views/predicted.h"
#include "app/gui/window/shortcuts.h"
#include "app/playback/models/keys_view.h"
#include "app/problem/short_number.h"
#include "app/session/lesson_player.h"

namespace texelsort::app {

namespace {

/// Draws the stages of the network as bands of two alternating tones, with the name of each stage above its band.
void draw_stages(const Ui& ui, const Session& session, const NetworkLayout& layout, float top) {
  const auto headers = session.player().headers();
  const float bottom = std::min(layout.body.high.y, layout.view.high.y) + ui.px(4);
  for (std::size_t first = 0; first < layout.passes.size();) {
    std::size_t last = first;
    while (last + 1 < layout.passes.size() && layout.passes[last + 1].stage == layout.passes[first].stage) ++last;
    const float left = std::max(layout.passes[first].slot, layout.view.low.x);
    const float right = std::min(layout.slot_x(last + 1), layout.view.high.x);
    const std::size_t at = first;
    first = last + 1;
    if (right <= left) continue;
    if (layout.passes[at].stage % 2 == 0) {
      draw_box({{left, top}, {right, bottom}}, with_alpha(ui.theme.raised, 0.55f), ui.px(6));
    }
    const std::string name = at < headers.size() ? headers[at].stage : std::string();
    draw_name_centred(ui.fonts.small, {0.5f * (left + right), top + ui.px(10)}, ui.theme.dim, name,
                      right - left - ui.px(4));
  }
}

/// Returns a vertical shift in pixels for the label of a wire, which keeps the labels of two partners apart. It is 0
/// for other wires.
float label_shift(const NetworkLayout& layout, const std::optional<Pair>& pair, std::uint64_t wire, float tall) {
  if (!pair || !pair->partner || !pair->touches(wire)) return 0;
  const std::uint64_t other = wire == pair->index ? *pair->partner : pair->index;
  const float apart = std::abs(layout.wire_y(other) - layout.wire_y(wire));
  return 0.5f * std::max(0.0f, tall - apart) * (wire < other ? -1.0f : 1.0f);
}

void draw_wires(const Ui& ui, const Session& session, const NetworkLayout& layout, float labels) {
  const auto& selected = session.selected();
  const std::uint64_t n = session.problem().n();
  const float left = std::max(layout.body.low.x, layout.view.low.x);
  const float right = std::min(layout.body.high.x, layout.view.high.x);
  const float tall = line_height(ui.fonts.mono_small);
  // If the wires are too close to each other, draw only some of the labels.
  const auto every = static_cast<std::uint64_t>(std::max(1.0f, std::ceil(ui.px(4) / layout.wire_pitch)));
  for (std::uint64_t wire = 0; wire < n; ++wire) {
    const float y = std::round(layout.wire_y(wire)) + 0.5f;
    const bool lit = selected && selected->touches(wire);
    if (y < layout.view.low.y || y > layout.view.high.y || (wire % every != 0 && !lit)) continue;
    draw_line({left, y}, {right, y}, lit ? ui.theme.selected : ui.theme.faint,
              lit                             ? ui.px(1.75f)
              : layout.wire_pitch > ui.px(10) ? ui.px(1)
                                              : 1.0f);
    if (layout.wire_pitch < ui.px(11) && !(lit && labels > 0)) continue;
    const float top = y - 0.5f * tall + label_shift(layout, selected, wire, tall);
    if (top < layout.view.low.y - 0.5f * tall || top > layout.view.high.y - 0.5f * tall) continue;
    draw_text_before(ui.fonts.mono_small, {left - ui.px(6), top}, lit ? ui.theme.text : ui.theme.dim,
                     std::to_string(wire));
  }
}

/// Draws each list of keys as a band, in two alternating tones. The label is the channel of the texture that contains
/// the list.
void draw_lists(const Ui& ui, const Session& session, const NetworkLayout& layout, float left) {
  const auto keys = keys_view(session.player());
  if (!keys || keys->list == 0) return;
  for (std::uint64_t list = 0; list * keys->list < keys->count; ++list) {
    const float half = 0.5f * layout.wire_pitch, first = layout.wire_y(list * keys->list) - half;
    const float last = layout.wire_y(std::min((list + 1) * keys->list, keys->count) - 1) + half;
    const Box band{{left, std::max(first, layout.view.low.y)},
                   {layout.view.high.x, std::min(last, layout.view.high.y)}};
    if (band.height() <= 0) continue;
    if (list % 2 == 1) draw_box(band, with_alpha(ui.theme.accent, 0.07f));
    if (list > 0 && first > layout.view.low.y) {
      draw_dashed({left, first}, {band.high.x, first}, ui.px(6), ui.px(1.25f), ui.theme.dim);
    }
    if (band.height() < line_height(ui.fonts.title)) continue;
    draw_text(ui.fonts.title, {left, band.middle().y - 0.5f * line_height(ui.fonts.title)}, ui.theme.text,
              channel_name(list));
  }
}

struct Stroke {
  ImU32 line;
  float thickness;
  float end;  ///< radius of the marks at the ends of a comparator, in pixels
};

/// Draws the arrow of a comparator, which points to the wire of the larger key. Networks with comparators in both
/// directions are usually drawn this way.
void draw_arrow(ImVec2 tip, float from, const Stroke& stroke) {
  const float size = 2.6f * stroke.end, back = tip.y + (from < tip.y ? -size : size);
  draw_triangle({tip.x - 0.6f * size, back}, {tip.x + 0.6f * size, back}, tip, stroke.line);
}

void draw_plain_comparator(float x, float low, float high, const Stroke& stroke) {
  draw_line({x, low}, {x, high}, stroke.line, stroke.thickness);
  draw_disc({x, low}, stroke.end, stroke.line, 12);
  draw_disc({x, high}, stroke.end, stroke.line, 12);
}

/// Draws a comparator of the present pass: solid with a diamond if it swapped its keys, otherwise dashed. A circle is
/// at the wire of the smaller key, and a square at the wire of the larger key.
void draw_present_comparator(const Ui& ui, float x, float smaller, float larger, std::optional<bool> swapped, float end,
                             float thickness) {
  const float low = std::min(smaller, larger), high = std::max(smaller, larger);
  if (swapped.value_or(false)) {
    draw_line({x, low}, {x, high}, ui.theme.swapped, thickness);
    if (high - low > 4 * end && end >= 3) draw_exchange_mark(true, {x, 0.5f * (low + high)}, end, ui.theme.swapped);
  } else {
    draw_dashed({x, low}, {x, high}, std::max(2.0f, thickness * 1.6f), thickness,
                swapped ? ui.theme.kept : ui.theme.text);
  }
  draw_disc({x, smaller}, end, ui.theme.minimum, 16);
  draw_box(Box::around({x, larger}, end * 0.9f, end * 0.9f), ui.theme.maximum);
}

/// Returns whether the network has comparators in both directions.
bool points_both_ways(const Session& session) {
  const auto reversed = [](const auto& column) {
    return std::ranges::any_of(column.comparators, &network::Comparator::reversed);
  };
  return std::ranges::any_of(wire_diagram(session).columns, reversed);
}

/// Draws a box around all steps that one pass executes, with dots between the steps. Draws nothing for a pass with one
/// step.
void draw_steps_box(const Ui& ui, const NetworkLayout& layout, const NetworkLayout::Pass& pass, ImU32 colour) {
  if (pass.steps() < 2) return;
  const float low = std::max(layout.body.low.y, layout.view.low.y) - ui.px(2);
  const float high = std::min(layout.body.high.y, layout.view.high.y) + ui.px(2);
  draw_outline({{pass.begin, low}, {pass.end, high}}, colour, ui.px(1.75f), ui.px(5));
  for (std::size_t c = 1; c < pass.columns.size(); ++c) {
    if (pass.columns[c]->step == pass.columns[c - 1]->step) continue;
    const float x = pass.begin + pass.pitch * static_cast<float>(c);
    draw_dashed({x, low}, {x, high}, ui.px(1.5f), ui.px(1), colour);
  }
}

bool is_selected(const std::optional<Pair>& selected, const network::Comparator& comparator) {
  return selected && selected->index + selected->partner.value_or(0) == comparator.low + comparator.high &&
         selected->touches(comparator.low) && selected->touches(comparator.high);
}

/// Draws the comparators of a column as lines without marks, for wires that are close together. Omits comparators that
/// would cover each other.
void draw_fine_column(const Ui& ui, const Session& session, const NetworkLayout& layout,
                      const network::DiagramColumn& column, float x, ImU32 colour, bool present) {
  const float thickness = std::clamp(0.25f * layout.passes[column.pass].pitch, 1.0f, std::max(1.0f, ui.px(1)));
  float free = layout.view.low.y;
  for (const auto& comparator : column.comparators) {
    const float low = layout.wire_y(comparator.low), high = layout.wire_y(comparator.high);
    if (high < free || low > layout.view.high.y) continue;
    free = high + 2;
    const bool swapped = present && session.player().swapped(comparator).value_or(false);
    draw_line({x, std::max(low, layout.view.low.y)}, {x, std::min(std::max(high, low + 1), layout.view.high.y)},
              swapped ? ui.theme.swapped : colour, thickness);
  }
}

void draw_column(const Ui& ui, const Session& session, const NetworkLayout& layout, std::size_t p, std::size_t c,
                 bool arrows) {
  const auto& pass = layout.passes[p];
  const std::uint64_t position = session.player().position();
  const bool present = p + 1 == position, past = p + 1 < position, single = pass.steps() == 1;
  const float end = std::clamp(0.2f * layout.wire_pitch, 1.5f, ui.px(5)), x = std::round(pass.column_x(c)) + 0.5f;
  const ImU32 plain = present ? ui.theme.text : past ? with_alpha(ui.theme.dim, 0.38f) : ui.theme.dim;
  if (layout.fine(ui)) {
    return draw_fine_column(ui, session, layout, *pass.columns[c], x, plain, present && single);
  }
  for (const auto& comparator : pass.columns[c]->comparators) {
    const float low = layout.wire_y(comparator.low), high = layout.wire_y(comparator.high);
    if (high < layout.view.low.y || low > layout.view.high.y) continue;
    const bool lit = is_selected(session.selected(), comparator);
    if (lit) draw_line({x, low}, {x, high}, with_alpha(ui.theme.selected, 0.35f), ui.px(7));
    if (present && single) {
      const float smaller = comparator.reversed ? high : low, larger = comparator.reversed ? low : high;
      draw_present_comparator(ui, x, smaller, larger, session.player().swapped(comparator), end * 1.15f,
                              std::min(ui.px(2.25f), std::max(1.25f, pass.pitch * 0.28f)));
      continue;
    }
    const Predicted asked = predicted(session, comparator, p);
    const bool marked = asked == Predicted::marked;
    const ImU32 colour = marked                      ? ui.theme.swapped
                         : asked == Predicted::asked ? ui.theme.accent
                         : lit                       ? ui.theme.selected
                                                     : plain;
    const Stroke stroke{colour, ui.px(asked == Predicted::not_asked ? 1.25f : 2.5f), end * 0.75f};
    if (marked) draw_exchange_mark(true, {x, 0.5f * (low + high)}, std::max(end, ui.px(4)), colour);
    draw_plain_comparator(x, low, high, stroke);
    if (arrows) draw_arrow({x, comparator.reversed ? low : high}, comparator.reversed ? high : low, stroke);
  }
}

void draw_comparators(const Ui& ui, const Session& session, const NetworkLayout& layout) {
  const bool arrows = points_both_ways(session);
  // Smallest distance of columns in pixels. Skip columns that would cover each other.
  const float apart = layout.fine(ui) ? 3.0f : 0.0f;
  for (std::size_t p = 0; p < layout.passes.size(); ++p) {
    const auto& pass = layout.passes[p];
    const bool present = p + 1 == session.player().position();
    if (pass.end < layout.view.low.x || pass.begin > layout.view.high.x) continue;
    if (present) {
      draw_box({{pass.begin, std::max(layout.body.low.y, layout.view.low.y) - ui.px(2)},
                {std::max(pass.end, pass.begin + 2), std::min(layout.body.high.y, layout.view.high.y) + ui.px(2)}},
               with_alpha(ui.theme.accent, layout.fine(ui) ? 0.3f : 0.13f), ui.px(5));
    }
    float free = layout.view.low.x;
    for (std::size_t c = 0; c < pass.columns.size(); ++c) {
      const float x = pass.column_x(c);
      if (x < free || x > layout.view.high.x) continue;
      draw_column(ui, session, layout, p, c, arrows);
      free = x + apart;
    }
    draw_steps_box(ui, layout, pass, present ? ui.theme.accent : ui.theme.dim);
  }
}

/// Returns the positions of the keys while they travel along the wires, by their present wire. A key that a comparator
/// exchanges changes to the other wire at the comparator. Other keys that move, such as those of a pass with several
/// steps, change on the way through the pass.
std::vector<ImVec2> travelling_tokens(const NetworkLayout& layout, const Motion& motion, std::uint64_t position) {
  const std::uint64_t p = motion.backwards ? position : position - 1;
  std::vector<ImVec2> tokens;
  if (p >= layout.passes.size()) return tokens;
  const auto& pass = layout.passes[p];
  const float left = layout.slot_x(p), right = layout.slot_x(p + 1);
  const float x = motion.backwards ? motion.between(right, left) : motion.between(left, right);
  std::vector<std::optional<float>> crossing(motion.moves.from.size());
  for (std::size_t c = 0; c < pass.columns.size() && pass.steps() == 1; ++c) {
    for (const auto& comparator : pass.columns[c]->comparators) {
      crossing[comparator.low] = crossing[comparator.high] = pass.column_x(c);
    }
  }
  const float half = std::max(0.5f * pass.pitch, 0.16f * (right - left));
  for (std::uint64_t wire = 0; wire < motion.moves.from.size(); ++wire) {
    const std::uint64_t old = motion.moves.from[wire], before = motion.backwards ? wire : old,
                        after = motion.backwards ? old : wire;
    const float begin = crossing[before] ? std::max(left, *crossing[before] - half) : pass.begin;
    const float end = crossing[before] ? std::min(right, *crossing[before] + half) : pass.end;
    const float t = std::clamp((x - begin) / std::max(1.0f, end - begin), 0.0f, 1.0f);
    tokens.push_back({x, layout.wire_y(before) * (1 - t) + layout.wire_y(after) * t});
  }
  return tokens;
}

void draw_tokens(const Ui& ui, const Session& session, const NetworkLayout& layout) {
  const auto* state = session.player().state();
  if (!state) return;
  const Motion* motion = session.motion();
  const auto travelling =
      motion != nullptr ? travelling_tokens(layout, *motion, session.player().position()) : std::vector<ImVec2>();
  const auto& selected = session.selected();
  for (std::uint64_t wire = 0; wire < session.problem().n(); ++wire) {
    const glm::vec3 rgb = key_colour(session, ui.theme, state->keys, wire);
    const auto [middle, y] =
        travelling.empty() ? ImVec2{layout.slot_x(session.player().position()), layout.wire_y(wire)} : travelling[wire];
    const bool lit = selected && selected->touches(wire);
    if (y < layout.view.low.y || y > layout.view.high.y) continue;
    if (layout.fine(ui)) {
      const float tall = std::max(0.5f * layout.wire_pitch, 0.5f), wide = std::max(0.4f * layout.slot_width, 1.5f);
      draw_box(Box::around({middle, y}, lit ? 2 * wide : wide, lit ? tall + 1 : tall),
               lit ? ui.theme.selected : to_color(rgb));
    } else if (layout.written) {
      const std::string value = data::text(state->keys, wire), text = short_number(value, 7);
      const float half = 0.5f * text_width(ui.fonts.mono_small, text);
      const float tall = std::min(0.46f * layout.wire_pitch, ui.px(11));
      // Between narrow passes, a narrow box leaves the marks of the comparators next to it visible.
      const float wide = std::min(std::max(half + ui.px(6), tall), std::max(half + ui.px(2), 0.5f * layout.slot_width));
      // A box that is wider than the space between passes stays inside the picture.
      const float x = std::min(std::max(middle, layout.body.low.x + wide), layout.body.high.x - wide);
      draw_colour_box(ui, Box::around({x, y}, wide, tall), rgb, 1, ui.px(7));
      if (lit) draw_outline(Box::around({x, y}, wide, tall), ui.theme.selected, ui.px(2.5f), ui.px(7));
      // A box at the edge may be outside by a rounding error.
      if (layout.shows(Box::around({x, y}, wide - 0.5f, tall - 0.5f))) {
        draw_shortened_centred(ui.fonts.mono_small, {x, y}, readable_on(rgb), value, text);
      }
    } else {
      const float r = std::clamp(0.42f * layout.wire_pitch, 2.0f, std::min(ui.px(7), 0.45f * layout.slot_width));
      draw_disc({middle, y}, r, to_color(rgb), 20);
      draw_circle({middle, y}, r, lit ? ui.theme.selected : with_alpha(ui.theme.text, 0.35f), 20, lit ? 2.0f : 1.0f);
    }
  }
}

constexpr float largest_network_zoom = 64;

/// Moves and zooms the camera of the network view by the mouse. Keeps the view covered by the picture.
void move_network_camera(Camera& camera, const Box& view) {
  move_camera(camera, view, largest_network_zoom);
  const glm::vec2 spare = 0.5f * (camera.zoom - 1) * glm::vec2(view.width(), view.height());
  camera.pan = {std::clamp(camera.pan.x, -spare.x, spare.x), std::clamp(camera.pan.y, -spare.y, spare.y)};
}

/// Draws the path of the pinned key along the wires, from the input to the present state, if the user wants it.
void draw_trail(const Ui& ui, Session& session, const NetworkLayout& layout) {
  if (!session.look.trail) return;
  const auto& stops = session.trail();
  const float thickness = std::max(2.0f, ui.px(3));
  for (std::size_t i = 1; i < stops.size(); ++i) {
    const PathStop &from = stops[i - 1], &to = stops[i];
    const ImVec2 start{layout.slot_x(from.position), layout.wire_y(from.place)};
    const ImVec2 end{layout.slot_x(to.position), layout.wire_y(to.place)};
    const float middle = 0.5f * (start.x + end.x);
    const ImU32 colour = with_alpha(ui.theme.selected, 0.85f);
    draw_line(start, {middle, start.y}, colour, thickness);
    draw_line({middle, start.y}, {middle, end.y}, colour, thickness);
    draw_line({middle, end.y}, end, colour, thickness);
  }
  for (const PathStop& stop : stops) {
    draw_disc({layout.slot_x(stop.position), layout.wire_y(stop.place)}, 1.6f * thickness, ui.theme.selected, 12);
  }
}

/// Returns the comparator that is nearest to the mouse among those that the open question asks about. Returns nothing
/// if none is near. The distance is generous, because a click that misses must not be taken for another action.
std::optional<network::Comparator> asked_near(const Ui& ui, const Session& session, const NetworkLayout& layout,
                                              ImVec2 mouse) {
  std::optional<network::Comparator> found;
  const std::uint64_t p = session.player().position();
  if (p >= layout.passes.size()) return found;
  float nearest = ui.px(24);
  for (std::size_t c = 0; c < layout.passes[p].columns.size(); ++c) {
    const float across = mouse.x - layout.passes[p].column_x(c);
    for (const auto& comparator : layout.passes[p].columns[c]->comparators) {
      if (predicted(session, comparator, p) == Predicted::not_asked) continue;
      const float low = layout.wire_y(comparator.low), high = layout.wire_y(comparator.high);
      const float distance = std::hypot(across, mouse.y - std::clamp(mouse.y, low, high));
      if (distance >= nearest) continue;
      nearest = distance;
      found = comparator;
    }
  }
  return found;
}

void select(const Ui& ui, Session& session, const NetworkLayout& layout, float top) {
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const ImVec2 dragged = ImGui::GetMouseDragDelta(0, 0);
  const bool still = std::abs(dragged.x) + std::abs(dragged.y) < 4;
  const bool clicked = ui.network_camera.zoom > 1 ? ImGui::IsMouseReleased(0) && still : ImGui::IsMouseClicked(0);
  // If a question asks which comparators swap, a click marks the nearest of them as an answer.
  if (const auto asked = asked_near(ui, session, layout, mouse)) {
    session.hover({asked->low, asked->high});
    if (clicked) workspace<LessonPlayer>(session).quiz.mark(*asked);
    return;
  }
  if (const auto hit = layout.hit(mouse, ui.px(5))) {
    point_at(session, {hit->comparator.low, hit->comparator.high});
    if (clicked) go_to_pass(session, hit->pass + 1);
    return;
  }
  if (std::abs(mouse.x - layout.slot_x(session.player().position())) < 0.5f * layout.slot_width) {
    if (const auto wire = layout.wire_at(mouse, session.problem().n())) {
      return point_at(session, pair_of(session.player(), *wire));
    }
  }
  if (clicked && mouse.y >= top) go_to_pass(session, layout.position_at(mouse.x));
}

std::string title_of(const WireDiagram& diagram) {
  return diagram.fused ? "Network, one box per pass" : "Network";
}

void draw_network_diagram(Ui& ui, Session& session, const Box& box) {
  const WireDiagram& diagram = wire_diagram(session);
  const std::uint64_t n = session.problem().n();
  const bool overview = n > WireDiagram::few_wires;
  const std::string wires = fmt::format("{} wires", grouped(n));
  const std::string zoom =
      fitting_caption(ui, box, title_of(diagram), {wires + "; turn the wheel to zoom in", wires, ""});
  Box body = view_header(ui, box, title_of(diagram), overview ? zoom : std::string());
  if (!overview && box.width() > ui.px(520) + text_width(ui.fonts.title, title_of(diagram))) {
    const float middle = box.low.y + ui.px(12) + 0.5f * line_height(ui.fonts.title) + ui.px(1);
    draw_network_legend(ui, {header_end(ui, box), middle}, false);
  } else if (!overview && box.width() >= ui.px(300) && box.height() >= ui.px(190)) {
    // The header is too narrow for the legend.
    body.high.y -= line_height(ui.fonts.small);
    draw_network_legend(ui, {body.high.x, body.high.y + 0.7f * line_height(ui.fonts.small)}, true);
  }
  const auto keys = keys_view(session.player());
  const float lists = keys && keys->list > 0 ? text_width(ui.fonts.title, "W") + ui.px(6) : 0;
  const float left = body.low.x, labels = text_width(ui.fonts.mono_small, std::to_string(n - 1)) + ui.px(8);
  const float top = body.low.y;
  body.low = {body.low.x + labels + lists, body.low.y + ui.px(22)};
  if (body.width() < 16 || body.height() < 16) return;
  ImGui::SetCursorScreenPos({box.low.x + ui.px(8), top});
  ImGui::InvisibleButton("wires", {box.width() - ui.px(16), box.high.y - top - ui.px(8)});
  if (std::exchange(ui.network_shown, session.problem_revision()) != session.problem_revision()) {
    ui.network_camera = {};
  }
  move_network_camera(ui.network_camera, body);
  const NetworkLayout layout = lay_out_network(ui, session, body);
  draw_lists(ui, session, layout, left);
  draw_stages(ui, session, layout, std::max(layout.body.low.y, layout.view.low.y) - ui.px(22));
  draw_wires(ui, session, layout, labels);
  // Cut lines off at the edge of the view, but omit texts that would be cut.
  ImGui::PushClipRect({body.low.x, body.low.y - ui.px(4)}, {box.high.x, body.high.y + ui.px(4)}, true);
  draw_comparators(ui, session, layout);
  draw_trail(ui, session, layout);
  draw_tokens(ui, session, layout);
  ImGui::PopClipRect();
  select(ui, session, layout, top);
}

}  // namespace

/// Returns the diagram of a comparator network with the keys on its wires.
Diagram network_diagram() {
  return {.name = "network",
          .title = "Network",
          .goes_with = [](const Session& session) { return session.algorithm().network() != nullptr; },
          .reason = [](const Session& session) { return wire_diagram(session).reason; },
          .draw = draw_network_diagram,
          .pointing =
              "Point at a texel, a bar or a comparator to see its key and which key it is compared with. Click to "
              "pin the pair.",
          .share = 0.56f};
}

}  // namespace texelsort::app
