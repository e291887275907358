#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/gui/panels/panels.h"
#include "app/playback/models/time_line.h"
#include "compute/measure/summary_text.h"

namespace texelsort::app {

namespace {

/// Smallest width of a pass that has its own block, in pixels at scale 1. Narrower neighbours share a block.
constexpr float narrowest_block = 3;

/// Screen positions of times. Computed in double precision, because a zoomed line is millions of pixels wide.
struct TimeScale {
  double origin, pixels_per_ms;
  float x(double ms) const { return static_cast<float>(origin + ms * pixels_per_ms); }
  double ms(float x) const { return (static_cast<double>(x) - origin) / pixels_per_ms; }
};

TimeScale scale_of(Camera& camera, const TimeLine& line, const Box& box) {
  const float width = box.width() * camera.zoom, spare = 0.5f * (width - box.width());
  camera.pan.x = std::clamp(camera.pan.x, -spare, spare);
  return {static_cast<double>(box.middle().x) - 0.5 * static_cast<double>(width) + static_cast<double>(camera.pan.x),
          static_cast<double>(width) / line.total()};
}

std::string share_text(double part, double whole) {
  return fmt::format("{:.3g} % of all passes", whole > 0 ? 100 * part / whole : 0.0);
}

std::string rate_text(std::uint64_t bytes, double ms) {
  return fmt::format("{} bytes, {:.3g} GB/s", grouped(bytes), ms > 0 ? static_cast<double>(bytes) / ms * 1e-6 : 0.0);
}

std::string block_text(const measure::Measurement& m, const TimeLine& line, const TimeBlock& block) {
  const auto& first = m.passes[block.first];
  const std::string share = share_text(block.ms(), line.total());
  if (block.passes() == 1) {
    return fmt::format("{}, {}\n{}, {}\n{}", first.header.stage, first.header.label,
                       measure::duration_interval_text(first.ms), share,
                       rate_text(first.counters.bytes, first.ms.median));
  }
  std::uint64_t bytes = 0;
  for (std::size_t pass = block.first; pass < block.end; ++pass) bytes += m.passes[pass].counters.bytes;
  return fmt::format(
      "{}: {} passes that are too narrow to draw one by one\n{} together, {}\n{}\nTurn the wheel to zoom.",
      first.header.stage, grouped(block.passes()), duration_text(block.ms()), share, rate_text(bytes, block.ms()));
}

/// Draws the stages as brackets with their names and times above the passes.
void draw_stages(const Ui& ui, const measure::Measurement& m, const TimeLine& line, const TimeScale& scale,
                 const Box& box) {
  for (std::size_t i = 0; i < line.stages().size(); ++i) {
    const TimeBlock& stage = line.stages()[i];
    const float left = std::max(scale.x(stage.from), box.low.x), right = std::min(scale.x(stage.to), box.high.x);
    if (right - left < 1) continue;
    const float y = box.high.y - ui.px(2);
    draw_line({left, y}, {right - std::min(1.0f, 0.5f * (right - left)), y}, ui.theme.dim, ui.px(1));
    draw_line({left, y}, {left, box.high.y + ui.px(2)}, ui.theme.dim, ui.px(1));
    const float room = right - left - ui.px(6);
    const measure::StageTiming& timing = m.stages.at(i);
    const std::string& name = timing.name;
    const std::string whole = fmt::format("{}: {}", name, duration_text(timing.ms.median));
    const ImVec2 at{left + ui.px(3), box.low.y};
    if (text_width(ui.fonts.small, whole) <= room) {
      draw_text(ui.fonts.small, at, ui.theme.text, whole);
    } else {
      draw_name(ui.fonts.small, at, ui.theme.text, name, room);
    }
  }
}

void draw_axis(const Ui& ui, const TimeLine& line, const TimeScale& scale, const Box& box) {
  const double step = time_step(static_cast<double>(ui.px(90)) / scale.pixels_per_ms);
  const double last = std::min(scale.ms(box.high.x), line.total());
  for (double mark = std::floor(std::max(scale.ms(box.low.x), 0.0) / step); mark * step <= last; ++mark) {
    const float x = scale.x(mark * step);
    if (x < box.low.x - 1) continue;
    draw_line({x, box.low.y}, {x, box.low.y + ui.px(4)}, ui.theme.dim, 1);
    const std::string text = mark == 0 ? "0" : duration_text(mark * step);
    if (x + ui.px(4) + text_width(ui.fonts.small, text) > box.high.x) continue;
    draw_text(ui.fonts.small, {x + ui.px(4), box.low.y + ui.px(1)}, ui.theme.dim, text);
  }
}

}  // namespace

void time_line(Ui& ui, Session& session, const measure::Measurement& m, const Box& box) {
  const TimeLine line(m.passes);
  if (line.total() <= 0 || box.width() < ui.px(40)) return;
  const float row = line_height(ui.fonts.small) + ui.px(6);
  const bool axis = box.height() >= 3 * row;
  const Box stages{box.low, {box.high.x, box.low.y + row}};
  const Box passes{{box.low.x, stages.high.y + ui.px(2)}, {box.high.x, box.high.y - (axis ? row : 0.0f)}};
  ImGui::SetCursorScreenPos(box.low);
  ImGui::InvisibleButton("time line", box.size());
  note_item("time line");
  const bool hovered = ImGui::IsItemHovered();
  // Zoom until the shortest pass is wide enough for its name. Coordinates of wider lines would be inexact.
  const float largest =
      std::min(static_cast<float>(static_cast<double>(ui.px(120)) * line.total() / line.shortest()), 4e6f) /
      box.width();
  move_camera(ui.time_camera, box, std::max(largest, 1.0f));
  const TimeScale scale = scale_of(ui.time_camera, line, box);
  const double narrowest = static_cast<double>(ui.px(narrowest_block)) / scale.pixels_per_ms;
  const double mouse = scale.ms(ImGui::GetIO().MousePos.x);
  const auto pointed = hovered ? line.pass_at(mouse) : std::nullopt;
  const std::uint64_t position = session.player().position();
  ImGui::PushClipRect(box.low, box.high, true);
  draw_stages(ui, m, line, scale, stages);
  std::optional<TimeBlock> told;
  for (const TimeBlock& block : line.blocks(scale.ms(box.low.x), scale.ms(box.high.x), narrowest)) {
    const auto& header = m.passes[block.first].header;
    const bool at_mouse = pointed && *pointed >= block.first && *pointed < block.end;
    const bool present = position > header.index && position - header.index <= block.passes();
    if (at_mouse) told = block;
    const float left = scale.x(block.from), right = std::max(scale.x(block.to), left + 1);
    const float gap = right - left >= ui.px(4) ? ui.px(1) : 0.0f;
    const Box drawn{{left, passes.low.y}, {right - gap, passes.high.y}};
    const ImU32 tone = header.stage_index % 2 == 0 ? ui.theme.accent : blend(ui.theme.accent, ui.theme.text, 0.35f);
    const ImU32 fill = present || at_mouse ? ui.theme.maximum : tone;
    draw_box(drawn, fill, std::min(ui.px(3), 0.25f * drawn.width()));
    // Hatch a block of several passes, so that it does not look like one long pass.
    if (block.passes() > 1) draw_hatch(drawn, true, ui.px(5), ui.px(1), ui.theme.panel);
    if (present) draw_outline(drawn.grown(-ui.px(1)), ui.theme.text, ui.px(2), ui.px(2));
    const float low = std::max(drawn.low.x, box.low.x) + ui.px(4), room = std::min(drawn.high.x, box.high.x) - low;
    if (block.passes() > 1 || room < ui.px(20)) continue;
    draw_name(ui.fonts.small, {low, drawn.middle().y - 0.5f * line_height(ui.fonts.small)},
              readable_on(glm::vec3(to_vec4(fill))), header.label, room - ui.px(2));
  }
  if (axis) draw_axis(ui, line, scale, {{box.low.x, passes.high.y}, box.high});
  ImGui::PopClipRect();
  if (told) show_tooltip(ui, block_text(m, line, *told));
  const ImVec2 dragged = ImGui::GetMouseDragDelta(0, 0);
  if (pointed && ImGui::IsMouseReleased(0) && std::abs(dragged.x) + std::abs(dragged.y) < 4) {
    session.seek(m.passes[*pointed].header.index + 1);
  }
}

}  // namespace texelsort::app
