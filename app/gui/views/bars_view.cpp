#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "app/export/colours.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/views/threshold.h"
#include "app/gui/views/tint.h"

namespace texelsort::app {

namespace {

constexpr std::uint64_t most_marked = 256;
/// Smallest width of a bar at which the plane of a threshold has a label, in pixels at scale 1. A label would hide
/// narrower bars.
constexpr float narrowest_named = 24;

/// Screen positions of the bars.
struct BarLayout : Slots {
  std::uint64_t keys = 0;

  /// Returns the index of the first key of a bar. Only needed if each bar shows several keys.
  /// shaders/display/bars_range.frag must assign the same keys to bars.
  std::uint64_t first_key(std::uint64_t bar) const { return bar * (keys / count) + bar * (keys % count) / count; }
  std::uint64_t bar_of(std::uint64_t key) const {
    std::uint64_t bar = std::min(
        count - 1,
        static_cast<std::uint64_t>(static_cast<double>(key) / static_cast<double>(keys) * static_cast<double>(count)));
    while (bar > 0 && first_key(bar) > key) --bar;
    while (bar + 1 < count && first_key(bar + 1) <= key) ++bar;
    return bar;
  }
  float gap() const { return Slots::gap(0.14f); }
  Box bar_box(std::uint64_t bar) const { return {{x(bar), box.low.y}, {x(bar) + pitch - gap(), box.high.y}}; }
};

BarLayout lay_out(const Ui& ui, std::uint64_t keys, Box body) {
  body.high.y -= ui.px(14);  // leave space for the marks below the bars
  const float width = body.width();
  BarLayout layout{Slots::across(body, std::min(keys, static_cast<std::uint64_t>(width))), keys};
  layout.pitch = std::min(layout.pitch, ui.px(72));
  if (layout.pitch >= 4) layout.pitch = std::floor(layout.pitch);
  const float used = layout.pitch * static_cast<float>(layout.count);
  layout.box.low.x = std::floor(body.low.x + 0.5f * (width - used));
  layout.box.high.x = layout.box.low.x + std::ceil(used);
  return layout;
}

/// Returns the range of heights of the bars. For a selection, leaves space above the bars, because its threshold may be
/// above all keys.
BarHeights heights_of(const Ui& ui, const Session& session, const BarLayout& layout) {
  return {layout.box, ui.px(6), session.selects() ? ui.px(22) : 0.0f};
}

void render(Ui& ui, const Session& session, const algorithms::View& view, const BarLayout& layout) {
  fit_picture(ui.bars_ranges, {static_cast<std::uint32_t>(layout.count), 1}, gpu::TexelFormat::rgba32f, "bar ranges");
  const gpu::Extent extent{static_cast<std::uint32_t>(layout.box.width()),
                           static_cast<std::uint32_t>(layout.box.height())};
  fit_picture(ui.bars_picture, extent, gpu::TexelFormat::rgba8, "bars view");
  gpu::DrawCall reduce;
  gpu::Defines defines;
  ui.keys.bind(session, view, reduce, defines);
  bind_threshold(session, reduce, defines);
  reduce.program = &ui.device->draw_program("common/fullscreen.vert", "display/bars_range.frag", defines);
  reduce.targets = {&ui.bars_ranges};
  reduce.uniforms.push_back({"count", static_cast<std::uint32_t>(layout.keys)});
  reduce.uniforms.push_back({"bars", static_cast<std::uint32_t>(layout.count)});

  const BarHeights heights = heights_of(ui, session, layout);
  const auto* count = counted(session.player());
  const double plane = count != nullptr ? unit_of_code(session, count->threshold) : 0;
  const bool descending = session.problem().order == data::Order::descending;
  gpu::DrawCall paint;
  paint.targets = {&ui.bars_picture};
  paint.textures = {{"ranges", &ui.bars_ranges}};
  paint.uniforms = {{"bars", static_cast<std::uint32_t>(layout.count)},
                    {"extent", glm::vec2(static_cast<float>(extent.width), static_cast<float>(extent.height))},
                    {"pitch", layout.pitch},
                    {"gap", layout.gap()},
                    {"foot", heights.foot},
                    {"head", heights.head},
                    {"plane", heights.height(plane)},
                    {"pass_below", static_cast<std::uint32_t>(descending)},
                    {"background", to_vec4(ui.theme.panel)},
                    {"not_a_number", to_vec4(ui.theme.not_a_number)}};
  std::vector<std::uint64_t> places(layout.count);
  for (std::uint64_t bar = 0; bar < layout.count; ++bar) places[bar] = layout.first_key(bar);
  bind_tint(ui, session, ui.bars_tint, places, paint, defines);
  paint.program = &ui.device->draw_program("common/fullscreen.vert", "display/bars.frag", defines);
  auto& executor = ui.device->executor();
  executor.begin_pass("bars view");
  executor.draw(reduce);
  executor.draw(paint);
  executor.end_pass();
  draw_picture(ui.bars_picture, layout.box.low);
}

/// Draws a mark below each bar whose key the pass compared: a cross if the key was swapped, a circle if it was not.
void draw_marks(const Ui& ui, const Session& session, const BarLayout& layout) {
  const auto* record = session.player().record();
  if (!record || !record->step() || layout.keys > most_marked || layout.count < layout.keys) return;
  const float r = std::clamp(0.3f * layout.pitch, 1.5f, ui.px(4));
  const float y = layout.box.high.y + ui.px(8);
  network::for_each_comparator(*record->step(), layout.keys, [&](const network::Comparator& c) {
    const auto swapped = session.player().swapped(c);
    if (!swapped) return;
    for (const std::uint64_t place : {c.low, c.high}) {
      const ImVec2 middle{layout.bar_box(place).middle().x, y};
      if (*swapped) {
        draw_verdict(false, middle, r * 1.2f, ui.theme.swapped);
      } else {
        draw_circle(middle, r, ui.theme.kept, 16, std::max(1.0f, r * 0.35f));
      }
    }
  });
}

void draw_selection(const Ui& ui, const BarLayout& layout, const Pair& pair, bool pinned) {
  const auto frame = [&](std::uint64_t key) {
    Box bar = layout.bar_box(layout.bar_of(key));
    const float grow = std::max(0.0f, ui.px(2) - 0.5f * layout.pitch);
    draw_box({{bar.low.x - grow, bar.low.y}, {bar.high.x + grow, bar.high.y}}, with_alpha(ui.theme.selected, 0.06f),
             ui.px(3));
    draw_outline({{bar.low.x - grow, bar.low.y}, {bar.high.x + grow, bar.high.y}}, ui.theme.selected,
                 ui.px(pinned ? 2.0f : 1.25f), ui.px(3));
  };
  frame(pair.index);
  if (pair.partner) frame(*pair.partner);
}

void select(Session& session, const BarLayout& layout) {
  // Let the marks below the bars react to the mouse as part of their bars.
  const Slots columns{
      {layout.box.low, {layout.box.high.x, std::numeric_limits<float>::max()}}, layout.count, layout.pitch};
  if (const auto bar = columns.pointed(ImGui::IsItemHovered())) {
    point_at(session, pair_of(session.player(), layout.first_key(*bar)));
  }
}

std::string column_caption(std::uint64_t keys) {
  if (keys <= 1) return "one key per column";
  return fmt::format("each column spans the lowest to the highest of about {} keys", grouped(keys));
}

void draw_bars_view(Ui& ui, Session& session, const algorithms::View& view, const Box& box) {
  const auto columns = static_cast<std::uint64_t>(std::max(1.0f, box.width() - ui.px(32)));
  const std::string threshold = session.selects() ? threshold_caption(session) : std::string();
  const std::string tinted = colour_caption(session);
  const std::string caption = !threshold.empty()     ? threshold
                              : view.count > columns ? column_caption((view.count + columns / 2) / columns) +
                                                           (tinted.empty() ? "" : "; " + tinted)
                              : !tinted.empty() ? "height: value of the key; " + tinted
                                                : "height and colour: value of the key";
  const Box body = view_header(ui, box, "Bars", caption).floored();
  if (body.width() < 8 || body.height() < ui.px(14) + 8) return;
  const BarLayout layout = lay_out(ui, view.count, body);
  ImGui::SetCursorScreenPos(body.low);
  ImGui::InvisibleButton("bars", body.size());
  render(ui, session, view, layout);
  select(session, layout);
  draw_marks(ui, session, layout);
  if (session.selects()) {
    draw_threshold_plane(ui, session, heights_of(ui, session, layout), layout.pitch >= ui.px(narrowest_named));
  }
  if (session.hovered() && session.hovered() != session.pinned()) draw_selection(ui, layout, *session.hovered(), false);
  if (session.pinned()) draw_selection(ui, layout, *session.pinned(), true);
}

}  // namespace

void bars_view(Ui& ui, Session& session, const Box& box) {
  keys_card(ui, session, box, "bars", "Bars", draw_bars_view);
}

}  // namespace texelsort::app
