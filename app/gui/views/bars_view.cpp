#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "app/export/colours.h"
#include "app/gui/views/diagrams.h"
#include "app/gui/views/threshold.h"
#include "app/gui/views/tint.h"
#include "app/gui/views/travel.h"
#include "app/session/inspection.h"

namespace texelsort::app {

namespace {

constexpr std::uint64_t most_marked = 256;
/// Smallest width of a bar at which the plane of a threshold has a label, in pixels at scale 1. A label would hide
/// narrower bars.
constexpr float narrowest_named = 24;
/// Greatest width of a bar with its gap, and height of the row of marks below the bars, in pixels at scale 1.
constexpr float bar_column = 72, mark_row = 14;

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

/// Values of the keys as texts below their bars, and their font. Null and empty if there is no space for all values.
struct BarValues {
  ImFont* font = nullptr;
  std::vector<std::string> whole, shown;
};

BarValues values_of(const Ui& ui, const Session& session, std::uint64_t keys, const Box& body) {
  constexpr std::uint64_t most_written = 64;
  constexpr float lowest = 80;
  if (keys == 0 || keys > most_written || keys != session.problem().n() || body.height() < ui.px(lowest)) return {};
  const float room = std::min(body.width() / static_cast<float>(keys), ui.px(bar_column)) - ui.px(3);
  BarValues values;
  for (std::uint64_t i = 0; i < keys; ++i) values.whole.push_back(session.player().key_text(i));
  for (ImFont* font : {ui.fonts.mono, ui.fonts.mono_small}) {
    values.shown.clear();
    for (const std::string& value : values.whole) values.shown.push_back(fitting_number(font, value, room));
    values.font = font;
    if (values.shown == values.whole) return values;
  }
  const bool fits = std::ranges::none_of(values.shown, &std::string::empty);
  return fits ? values : BarValues{};
}

/// Lays out the bars with space of the height `below` under them.
BarLayout lay_out(const Ui& ui, std::uint64_t keys, Box body, float below) {
  body.high.y -= below;
  const float width = body.width();
  BarLayout layout{Slots::across(body, std::min(keys, static_cast<std::uint64_t>(width))), keys};
  layout.pitch = std::min(layout.pitch, ui.px(bar_column));
  if (layout.pitch >= 4) layout.pitch = std::floor(layout.pitch);
  const float used = layout.pitch * static_cast<float>(layout.count);
  layout.box.low.x = std::floor(body.low.x + 0.5f * (width - used));
  layout.box.high.x = layout.box.low.x + std::ceil(used);
  return layout;
}

/// Returns the range of heights of the bars. For a selection, leaves space above the bars, because its threshold may be
/// above all keys.
BarHeights heights_of(const Ui& ui, const Session& session, const BarLayout& layout) {
  // Give the lowest bar a height that is visible from the last row of a class.
  constexpr float least_share = 0.04f;
  return {layout.box, std::max(ui.px(6), least_share * layout.box.height()), session.selects() ? ui.px(22) : 0.0f};
}

/// Writes one texel per bar, as shaders/display/bars_range.frag does, for keys on the way to their places. Each bar
/// spans the keys that are in its column now.
void write_ranges(Ui& ui, const Session& session, const Motion& motion, const BarLayout& layout) {
  std::vector<glm::vec4> ranges(layout.count, glm::vec4(2, -1, 1, 0));
  const data::Keys& keys = session.player().state()->keys;
  const ValueRange& scale = value_range(session.player());
  const auto count = static_cast<double>(layout.count);
  for (std::uint64_t place = 0; place < layout.keys; ++place) {
    const double now = motion.between(static_cast<double>(motion.moves.from[place]), static_cast<double>(place));
    // The last bar whose first key is not past this place, see first_key().
    const double bar = std::ceil((now + 1) * count / static_cast<double>(layout.keys)) - 1;
    glm::vec4& range = ranges[static_cast<std::size_t>(std::clamp(bar, 0.0, count - 1))];
    const double unit = scale.unit(keys, place);
    const float height = unit < 0 ? 1.0f : static_cast<float>(unit);
    range.x = std::min(range.x, height);
    range.y = std::max(range.y, height);
  }
  for (glm::vec4& range : ranges) range.x = std::min(range.x, range.y);
  ui.bars_ranges.write({0, 0, static_cast<std::uint32_t>(layout.count), 1}, std::as_bytes(std::span(ranges)));
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
  const Motion* motion = shown_motion(session, view);
  const bool ranges = layout.count < layout.keys;
  if (motion != nullptr && ranges && motion->fraction == 0) {
    defines["REORDERED"] = "1";
    bind_moves(ui, session, *motion, reduce);
  }
  reduce.program = &ui.device->draw_program("common/fullscreen.vert", "display/bars_range.frag", defines);
  defines.erase("REORDERED");
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
                    {"ink", to_vec4(ui.theme.text)},
                    {"edge", std::max(1.0f, ui.px(1.25f))},
                    {"not_a_number", to_vec4(ui.theme.not_a_number)}};
  std::vector<std::uint64_t> places(layout.count);
  for (std::uint64_t bar = 0; bar < layout.count; ++bar) places[bar] = layout.first_key(bar);
  bind_tint(ui, session, ui.bars_tint, places, paint, defines);
  const bool slides = motion != nullptr && !ranges;
  if (slides) {
    defines["RESTING"] = "1";
    bind_moves(ui, session, *motion, paint);
  }
  paint.program = &ui.device->draw_program("common/fullscreen.vert", "display/bars.frag", defines);
  auto& executor = ui.device->executor();
  executor.begin_pass("bars view");
  if (motion != nullptr && ranges && motion->fraction > 0) {
    write_ranges(ui, session, *motion, layout);
  } else {
    executor.draw(reduce);
  }
  executor.draw(paint);
  if (slides) {
    const TravelPlaces columns{{0, 0}, {layout.pitch, layout.box.height()}, static_cast<std::uint32_t>(layout.keys)};
    draw_travelling(ui, *motion, columns, paint, defines, "display/bars.frag");
  }
  executor.end_pass();
  draw_picture(ui.bars_picture, layout.box.low);
}

/// Returns whether the bars have marks: if the pass compared keys, and each of the `keys` bars is wide enough for one.
bool has_marks(const Ui& ui, const Session& session, std::uint64_t keys, std::uint64_t columns) {
  constexpr float narrowest_marked_bar = 5;
  const auto* record = session.player().record();
  return record && record->step() && keys <= most_marked &&
         static_cast<float>(keys) * ui.px(narrowest_marked_bar) <= static_cast<float>(columns);
}

/// Draws a mark below each bar whose key the pass compared.
void draw_marks(const Ui& ui, const Session& session, const BarLayout& layout, float y) {
  const float r = std::clamp(0.3f * layout.pitch, 1.5f, ui.px(5));
  network::for_each_comparator(*session.player().record()->step(), layout.keys, [&](const network::Comparator& c) {
    const auto swapped = session.player().swapped(c);
    if (!swapped) return;
    for (const std::uint64_t place : {c.low, c.high}) {
      draw_exchange_mark(*swapped, {layout.bar_box(place).middle().x, y}, r,
                         *swapped ? ui.theme.swapped : ui.theme.kept);
    }
  });
}

/// Explains the marks in the header of the view.
void draw_legend(const Ui& ui, const Box& box) {
  const float y = box.low.y + ui.px(12) + 0.5f * line_height(ui.fonts.title) + ui.px(1);
  float x = header_end(ui, box);
  for (const bool swapped : {false, true}) {
    const char* name = swapped ? "swapped" : "kept";
    x -= text_width(ui.fonts.small, name);
    draw_text(ui.fonts.small, {x, y - 0.5f * line_height(ui.fonts.small)}, ui.theme.dim, name);
    draw_exchange_mark(swapped, {x - ui.px(11), y}, ui.px(5), swapped ? ui.theme.swapped : ui.theme.kept);
    x -= ui.px(32);
  }
}

void draw_values(const Ui& ui, const BarLayout& layout, const BarValues& values) {
  const float y = layout.box.high.y + ui.px(2) + 0.5f * line_height(values.font);
  for (std::size_t i = 0; i < values.shown.size(); ++i) {
    draw_shortened_centred(values.font, {layout.bar_box(i).middle().x, y}, ui.theme.text, values.whole[i],
                           values.shown[i]);
  }
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

/// Draws a frame and a cross on the bar at which a claim or the check of the result fails.
void draw_wrong(const Ui& ui, Session& session, const BarLayout& layout) {
  const auto wrong = wrong_place(session);
  if (!wrong || *wrong >= layout.keys) return;
  Box bar = layout.bar_box(layout.bar_of(*wrong));
  const float grow = std::max(0.0f, ui.px(4) - 0.5f * layout.pitch);
  bar = {{bar.low.x - grow, bar.low.y}, {bar.high.x + grow, bar.high.y}};
  draw_outline(bar, ui.theme.warning, ui.px(3), ui.px(3));
  const ImVec2 at{bar.middle().x, bar.low.y + ui.px(10)};
  draw_disc(at, ui.px(9), ui.theme.panel, 20);
  draw_verdict(false, at, ui.px(5), ui.theme.warning);
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
  return fmt::format("lowest to highest key per column (about {} keys)", grouped(keys));
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
  const bool marks = has_marks(ui, session, view.count, columns);
  const Box body = view_header(ui, box, "Bars", marks ? std::string() : caption).floored();
  if (marks) draw_legend(ui, box);
  if (body.width() < 8 || body.height() < ui.px(mark_row) + 8) return;
  const BarValues values = values_of(ui, session, view.count, body);
  const float value_row = values.font != nullptr ? line_height(values.font) + ui.px(3) : 0.0f;
  const BarLayout layout = lay_out(ui, view.count, body, std::ceil(ui.px(mark_row) + value_row));
  if (marks) draw_marks(ui, session, layout, layout.box.high.y + value_row + ui.px(8));
  ImGui::SetCursorScreenPos(body.low);
  ImGui::InvisibleButton("bars", body.size());
  render(ui, session, view, layout);
  select(session, layout);
  if (values.font != nullptr) draw_values(ui, layout, values);
  if (session.selects()) {
    draw_threshold_plane(ui, session, heights_of(ui, session, layout), layout.pitch >= ui.px(narrowest_named));
  }
  draw_wrong(ui, session, layout);
  if (session.hovered() && session.hovered() != session.pinned()) draw_selection(ui, layout, *session.hovered(), false);
  if (session.pinned()) draw_selection(ui, layout, *session.pinned(), true);
}

}  // namespace

void bars_view(Ui& ui, Session& session, const Box& box) {
  keys_card(ui, session, box, "bars", "Bars", draw_bars_view);
}

}  // namespace texelsort::app
