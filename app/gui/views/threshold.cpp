#include "app/gui/views/threshold.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/export/colours.h"
#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/selection/encoded_keys.h"

namespace texelsort::app {

namespace {

constexpr double below_all = -1, above_all = 2;

/// Draws a text on a plate in the panel's colour, so that it is legible on top of bars. The plate begins at `at`, or
/// ends there if `to_the_left` is true.
void draw_plate(const Ui& ui, ImVec2 at, bool to_the_left, ImU32 color, const std::string& text) {
  const float width = text_width(ui.fonts.mono_small, text) + ui.px(14), tall = line_height(ui.fonts.mono_small);
  const float left = to_the_left ? at.x - width : at.x, half = 0.5f * tall + ui.px(3);
  draw_box({{left, at.y - half}, {left + width, at.y + half}}, ui.theme.panel, ui.px(5));
  draw_outline({{left, at.y - half}, {left + width, at.y + half}}, color, ui.px(1.5f), ui.px(5));
  draw_text(ui.fonts.mono_small, {left + ui.px(7), at.y - 0.5f * tall}, ui.theme.text, text);
}

void draw_band(const Ui& ui, const Session& session, const BarHeights& heights, const Possible& possible) {
  const double low = unit_of_code(session, possible.low), high = unit_of_code(session, possible.high);
  const float top = std::min(heights.y(low), heights.y(high)), bottom = std::max(heights.y(low), heights.y(high));
  const float left = heights.body.low.x, right = heights.body.high.x;
  const ImU32 color = ui.theme.maximum;
  draw_box({{left, top}, {right, bottom}}, with_alpha(color, 0.15f));
  draw_dashed({left, top}, {right, top}, ui.px(5), ui.px(1.5f), color);
  if (bottom - top > ui.px(3)) draw_dashed({left, bottom}, {right, bottom}, ui.px(5), ui.px(1.5f), color);
  // Mark the band with a bracket too, because its tint may be invisible.
  const float x = left - ui.px(5);
  draw_line({x, top}, {x, std::max(bottom, top + ui.px(2))}, color, ui.px(4));
}

std::string band_text(const Session& session, const Possible& possible) {
  const auto key = [&](std::uint64_t code) { return key_text(session, code, 7); };
  if (possible.found()) return fmt::format("answer {}", key(possible.low));
  // The first of the two keys is the smaller one, but in descending order the larger one.
  return fmt::format("possible answers {} to {}", key(possible.low), key(possible.high));
}

}  // namespace

void bind_threshold(const Session& session, gpu::DrawCall& call, gpu::Defines& defines) {
  const auto* count = counted(session.player());
  if (count == nullptr) return;
  const algorithms::Problem& problem = session.problem();
  defines.merge(algorithms::key_defines(problem.type(), problem.order, problem.payload));
  defines["THRESHOLD"] = "1";
  defines["DIMMED"] = fmt::format("{:f}", dimmed);
  call.uniforms.push_back({"threshold", algorithms::code_words(count->threshold)});
}

double unit_of_code(const Session& session, std::uint64_t code) {
  const bool descending = session.problem().order == data::Order::descending;
  const CodeSpan& scale = code_span(session.player());
  if (code > scale.highest) return descending ? below_all : above_all;
  if (code < scale.lowest) return descending ? above_all : below_all;
  const data::Keys key = key_of(code, session.problem().type(), session.problem().order);
  const double unit = value_range(session.player()).unit(key, 0);
  if (unit >= 0) return unit;
  // a NaN is below or above all numbers, depending on its sign
  return std::signbit(data::approximate(key, 0)) ? below_all : above_all;
}

float BarHeights::height(double unit) const {
  if (unit < 0) return 0.5f * foot;
  if (unit > 1) return body.height() - 0.5f * head;
  return foot + static_cast<float>(unit) * (body.height() - foot - head);
}

std::string threshold_caption(const Session& session) {
  if (session.player().position() == 0) return {};
  const std::vector<Possible> possible = possible_codes(session);
  const std::string shaded =
      (possible.size() == 1 ? band_text(session, possible[0]) : std::string("possible answers")) + " (shaded)";
  const auto* count = counted(session.player());
  if (count == nullptr) return shaded;
  return fmt::format("m = {} (line); {}",
                     algorithms::threshold_text(count->threshold, searched_codes(session.player())), shaded);
}

void draw_threshold_plane(const Ui& ui, const Session& session, const BarHeights& heights, bool named) {
  const std::vector<Possible> possible = possible_codes(session);
  if (session.player().position() > 0) {
    const auto alike = [](const Possible& a, const Possible& b) { return a.low == b.low && a.high == b.high; };
    for (std::size_t e = 0; e < possible.size(); ++e) {
      if (e == 0 || !alike(possible[e - 1], possible[e])) draw_band(ui, session, heights, possible[e]);
    }
  }
  const auto* count = counted(session.player());
  float plane_y = -1e9f;
  if (count != nullptr) {
    const float y = std::round(heights.y(unit_of_code(session, count->threshold)));
    const float left = heights.body.low.x, right = heights.body.high.x;
    draw_line({left, y}, {right, y}, ui.theme.panel, ui.px(5));
    draw_line({left, y}, {right, y}, ui.theme.accent, ui.px(2.5f));
    plane_y = y;
    if (named) draw_plate(ui, {right, y}, true, ui.theme.accent, "m = " + threshold_name(session, count->threshold));
  }
  if (!named || possible.size() != 1 || session.player().position() == 0) return;
  const double low = unit_of_code(session, possible[0].low), high = unit_of_code(session, possible[0].high);
  float y = 0.5f * (heights.y(low) + heights.y(high));
  // Labels of the band and of the threshold are on opposite sides. In a narrow picture, they would overlap, so move
  // this one.
  const float apart = line_height(ui.fonts.mono_small) + ui.px(10);
  if (heights.body.width() < ui.px(360) && std::abs(y - plane_y) < apart) y = plane_y + (y < plane_y ? -apart : apart);
  draw_plate(ui, {heights.body.low.x, std::clamp(y, heights.body.low.y + 0.5f * apart, heights.body.high.y)}, false,
             ui.theme.maximum, band_text(session, possible[0]));
}

}  // namespace texelsort::app
