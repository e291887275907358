#include "app/gui/views/patterns.h"

#include <algorithm>
#include <cmath>

#include "app/export/colours.h"
#include "app/export/theme.h"

namespace texelsort::app {

namespace {

/// Draws parallel lines, horizontal if `level` is true. Their screen positions are multiples of the spacing, so that
/// adjacent boxes match.
void draw_ruled(const Box& box, bool level, float spacing, float thickness, ImU32 colour) {
  const float from = level ? box.low.y : box.low.x, to = level ? box.high.y : box.high.x;
  for (float at = (std::floor(from / spacing) + 0.5f) * spacing; at < to; at += spacing) {
    if (at < from) continue;
    level ? draw_line({box.low.x, at}, {box.high.x, at}, colour, thickness)
          : draw_line({at, box.low.y}, {at, box.high.y}, colour, thickness);
  }
}

void draw_dots(const Box& box, float spacing, float radius, ImU32 colour) {
  for (float y = (std::floor(box.low.y / spacing) + 0.5f) * spacing; y < box.high.y; y += spacing) {
    for (float x = (std::floor(box.low.x / spacing) + 0.5f) * spacing; x < box.high.x; x += spacing) {
      if (box.contains({x, y})) draw_disc({x, y}, radius, colour, 6);
    }
  }
}

}  // namespace

void draw_pattern(const Ui& ui, const Box& box, Pattern pattern, ImU32 colour) {
  if (box.width() < ui.px(narrowest_patterned) || box.height() < ui.px(narrowest_patterned)) return;
  const float spacing = ui.px(6), thickness = ui.px(1);
  const auto is = [pattern](Pattern one, Pattern other) { return pattern == one || pattern == other; };
  if (is(Pattern::rising, Pattern::net)) draw_hatch(box, true, spacing, thickness, colour);
  if (is(Pattern::falling, Pattern::net)) draw_hatch(box, false, spacing, thickness, colour);
  if (is(Pattern::level, Pattern::lattice)) draw_ruled(box, true, spacing, thickness, colour);
  if (is(Pattern::upright, Pattern::lattice)) draw_ruled(box, false, spacing, thickness, colour);
  if (pattern == Pattern::dots) draw_dots(box, spacing, ui.px(1.4f), colour);
}

ImU32 line_colour(const Ui& ui, const glm::vec3& colour, float alpha) {
  const float hidden = hidden_on(glm::vec3(to_vec4(ui.theme.panel)), colour);
  return with_alpha(blend(to_color(colour), ui.theme.text, 0.35f * hidden), alpha);
}

void draw_colour_box(const Ui& ui, const Box& box, const glm::vec3& colour, float alpha, float rounding) {
  const float edge = std::max(1.0f, ui.px(1.25f)), least = 4 * edge;
  if (std::min(box.width(), box.height()) < least) return draw_box(box, line_colour(ui, colour, alpha), rounding);
  draw_box(box, to_color(colour, alpha), rounding);
  const float hidden = hidden_on(glm::vec3(to_vec4(ui.theme.panel)), colour);
  if (hidden <= 0) return;
  draw_outline(box.grown(-0.5f * edge), with_alpha(blend(to_color(colour), ui.theme.text, 0.75f * hidden), alpha), edge,
               rounding);
}

void draw_group_box(const Ui& ui, const Box& box, const glm::vec3& colour, std::uint64_t group, float alpha,
                    float rounding) {
  draw_colour_box(ui, box, colour, alpha, rounding);
  // Draw the pattern faintly, so that the colour and a text on it stay recognisable.
  draw_pattern(ui, box, group_pattern(group), with_alpha(readable_on(colour), 0.45f * alpha));
}

void draw_key_box(const Ui& ui, const Session& session, const Box& box, const data::Keys& keys, std::uint64_t i,
                  float alpha, float rounding) {
  const glm::vec3 colour = shown_colour(session, ui.theme, keys, i);
  const KeyGroups* groups = colouring_groups(session);
  if (groups == nullptr || groups->of_key[i] == KeyGroups::none)
    return draw_colour_box(ui, box, colour, alpha, rounding);
  draw_group_box(ui, box, colour, groups->of_key[i], alpha, rounding);
}

}  // namespace texelsort::app
