#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/gui/views/diagrams.h"
#include "app/gui/views/kernel_drawing.h"

namespace texelsort::app {

namespace {

/// Part of a warp's execution that is visible: one column per instruction, one row per lane.
struct LaneGrid {
  const BlockRecording& block;
  const simt::WarpTimeline& warp;
  Box body;
  std::size_t first = 0, count = 0;
  float column = 1, row = 1;

  Box cell(std::size_t instruction, unsigned lane) const {
    const float x = body.low.x + column * static_cast<float>(instruction - first);
    const float y = body.low.y + row * static_cast<float>(lane);
    return {{x, y}, {x + column, y + row}};
  }
  const std::string& place(std::size_t instruction) const {
    return block.recording.places[warp.instructions[instruction].code];
  }
};

LaneGrid lane_grid(const Ui& ui, const Session& session, const BlockRecording& block, const Box& body) {
  const BlockChoice& choice = session.chosen_block;
  LaneGrid grid{.block = block, .warp = block.warps[choice.warp], .body = body};
  const std::size_t all = grid.warp.instructions.size();
  const auto room = static_cast<std::size_t>(std::max(1.0f, body.width() / ui.px(13)));
  grid.count = std::min(all, room);
  grid.column = std::min(body.width() / static_cast<float>(std::max<std::size_t>(grid.count, 1)), ui.px(60));
  grid.row = body.height() / static_cast<float>(simt::warp_lanes);
  const std::size_t middle = choice.instruction.value_or(0);
  grid.first = std::min(middle - std::min(middle, grid.count / 2), all - grid.count);
  return grid;
}

std::string percent(double share) {
  return fmt::format("{:.0f} %", 100 * share);
}

/// Draws one row per warp of the block, with a stronger colour where more lanes are active. A click shows the
/// instructions at that time.
void draw_overview(const Ui& ui, Session& session, const LaneGrid& shown, const Box& box) {
  BlockChoice& choice = session.chosen_block;
  const auto& warps = shown.block.warps;
  const float row = box.height() / static_cast<float>(warps.size());
  for (std::size_t w = 0; w < warps.size(); ++w) {
    const auto& instructions = warps[w].instructions;
    const float top = box.low.y + row * static_cast<float>(w), bottom = top + std::max(1.0f, row - ui.px(1.5f));
    const auto columns = static_cast<std::size_t>(box.width() / 2);
    for (std::size_t c = 0; c < columns && !instructions.empty(); ++c) {
      const std::size_t from = c * instructions.size() / columns;
      const std::size_t to = std::max(from + 1, (c + 1) * instructions.size() / columns);
      unsigned lanes = 0;
      for (std::size_t i = from; i < to; ++i) lanes += instructions[i].lane_count();
      const float share =
          static_cast<float>(lanes) / (static_cast<float>(to - from) * static_cast<float>(warps[w].lanes));
      const float x = box.low.x + 2 * static_cast<float>(c);
      draw_box({{x, top}, {x + 2, bottom}}, blend(ui.theme.raised, ui.theme.accent, share));
    }
    if (row < line_height(ui.fonts.small) && w != choice.warp) continue;
    const std::string text = fmt::format("warp {}: {} idle", w, percent(warps[w].idle_share()));
    const float middle = 0.5f * (top + bottom) - 0.5f * line_height(ui.fonts.small);
    draw_text_before(ui.fonts.small, {box.low.x - ui.px(8), middle}, w == choice.warp ? ui.theme.text : ui.theme.dim,
                     text);
  }
  const auto all = static_cast<float>(std::max<std::size_t>(shown.warp.instructions.size(), 1));
  const float left = box.low.x + box.width() * static_cast<float>(shown.first) / all;
  const float right = box.low.x + box.width() * static_cast<float>(shown.first + shown.count) / all;
  const float top = box.low.y + row * static_cast<float>(choice.warp);
  draw_outline({{left, top - 1}, {right, top + std::max(row, ui.px(4))}}, ui.theme.selected, ui.px(2), ui.px(2));
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsWindowHovered() || !box.contains(mouse)) return;
  const auto pointed = std::min(warps.size() - 1, static_cast<std::size_t>((mouse.y - box.low.y) / row));
  show_tooltip(ui,
               fmt::format("Warp {}: {} instructions; on average {} of its lanes are idle. Click to see it.", pointed,
                           grouped(warps[pointed].instructions.size()), percent(warps[pointed].idle_share())));
  if (!ImGui::IsMouseClicked(0) || warps[pointed].instructions.empty()) return;
  choice.warp = static_cast<unsigned>(pointed);
  choice.instruction = static_cast<std::size_t>((mouse.x - box.low.x) / box.width() *
                                                static_cast<float>(warps[pointed].instructions.size()));
}

void draw_lanes(const Ui& ui, const LaneGrid& grid) {
  for (unsigned lane = 0; lane < simt::warp_lanes; ++lane) {
    const Box first = grid.cell(grid.first, lane);
    if (lane % 4 == 0 || lane + 1 == simt::warp_lanes) {
      draw_text_before(ui.fonts.small,
                       {grid.body.low.x - ui.px(8), first.middle().y - 0.5f * line_height(ui.fonts.small)},
                       ui.theme.dim, lane == 0 ? "lane 0" : fmt::format("{}", lane));
    }
  }
  const float end = grid.cell(grid.first + grid.count, 0).low.x;
  draw_box({grid.body.low, {end, grid.body.high.y}}, blend(ui.theme.panel, ui.theme.background, 0.8f));
  const float gap = grid.row >= 5 ? 1.0f : 0.0f;
  for (std::size_t i = grid.first; i < grid.first + grid.count; ++i) {
    const simt::Instruction& instruction = grid.warp.instructions[i];
    for (unsigned lane = 0; lane < grid.warp.lanes; ++lane) {
      if (!instruction.has(lane)) continue;
      Box cell = grid.cell(i, lane);
      cell.high.x -= 1;
      cell.high.y -= gap;
      draw_event(ui, simt::event_of(grid.block.recording, grid.warp, instruction, lane), cell);
    }
  }
}

/// Draws below the columns the source line of each instruction. Uses as many rows of text as there is space for.
void draw_places(const Ui& ui, const LaneGrid& grid, const Box& band) {
  const float tall = line_height(ui.fonts.small);
  std::vector<float> free_from(static_cast<std::size_t>(std::max(1.0f, band.height() / tall)), band.low.x);
  struct Label {
    ImVec2 at;
    std::string text;
  };
  std::vector<Label> labels;
  std::string file;
  for (std::size_t i = grid.first; i < grid.first + grid.count;) {
    std::size_t end = i + 1;
    while (end < grid.first + grid.count && grid.place(end) == grid.place(i)) ++end;
    const std::string place = short_place(grid.place(i));
    const std::size_t colon = place.rfind(':');
    const bool other_file = colon == std::string::npos || place.substr(0, colon) != file;
    const std::string text = other_file ? place : place.substr(colon + 1);
    const float left = grid.cell(i, 0).low.x, right = grid.cell(end, 0).low.x;
    draw_line({left, band.low.y + ui.px(2)}, {right - ui.px(2), band.low.y + ui.px(2)}, ui.theme.dim, ui.px(2));
    for (std::size_t row = 0; row < free_from.size(); ++row) {
      const float width = text_width(ui.fonts.small, text);
      if (left < free_from[row] || left + width > band.high.x) continue;
      const float y = band.low.y + ui.px(5) + tall * static_cast<float>(row);
      if (row > 0) draw_line({left, band.low.y + ui.px(2)}, {left, y + tall}, ui.theme.line);
      labels.push_back({{left + ui.px(2), y}, text});
      free_from[row] = left + width + ui.px(10);
      if (other_file && colon != std::string::npos) file = place.substr(0, colon);
      break;
    }
    i = end;
  }
  // Draw plates behind the labels to hide lines.
  for (const Label& label : labels) {
    draw_box(Box::at(label.at, {text_width(ui.fonts.small, label.text), tall}), ui.theme.panel);
    draw_text(ui.fonts.small, label.at, ui.theme.text, label.text);
  }
}

void point_at_lane(const Ui& ui, Session& session, const LaneGrid& grid) {
  BlockChoice& choice = session.chosen_block;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsWindowHovered() || !grid.body.contains(mouse)) return;
  const float wheel = ImGui::GetIO().MouseWheel;
  const std::size_t all = grid.warp.instructions.size();
  if (wheel != 0) {
    const std::size_t in_the_middle = grid.first + grid.count / 2;
    const double middle = static_cast<double>(in_the_middle) -
                          std::copysign(std::max<double>(1, static_cast<double>(grid.count) / 8), wheel);
    choice.instruction = static_cast<std::size_t>(std::clamp<double>(middle, 0, static_cast<double>(all - 1)));
  }
  const auto at = grid.first + static_cast<std::size_t>((mouse.x - grid.body.low.x) / grid.column);
  const auto lane = static_cast<unsigned>((mouse.y - grid.body.low.y) / grid.row);
  if (at >= grid.first + grid.count || lane >= grid.warp.lanes) return;
  const simt::Instruction& instruction = grid.warp.instructions[at];
  const std::string what =
      instruction.has(lane)
          ? event_text(grid.block.recording, simt::event_of(grid.block.recording, grid.warp, instruction, lane))
          : "is idle";
  show_tooltip(ui, fmt::format("{}\nLane {} {}.\nActive lanes: {} of {}\nInstruction: {} of {}\nBarriers before it: "
                               "{}",
                               short_place(grid.place(at)), lane, what, instruction.lane_count(), grid.warp.lanes,
                               grouped(at + 1), grouped(all), instruction.barriers));
  if (ImGui::IsMouseClicked(0)) choice.instruction = at;
}

void draw_threads_diagram(Ui& ui, Session& session, const Box& box) {
  const BlockRecording* block = session.block_recording();
  if (block == nullptr || block->warps.empty()) {
    const Box body = view_header(ui, box, "Threads over time", "");
    return draw_text(ui.fonts.body, body.low, ui.theme.dim,
                     block == nullptr ? "The pass is being loaded." : "This pass launches no kernel.");
  }
  Box body = view_header(ui, box, "Threads over time",
                         fmt::format("{}; on average, {} of this block's lanes are idle", block_caption(*block),
                                     percent(block->idle_share)));
  ImVec2 right{};
  body = draw_block_controls(ui, session, *block, body, right);
  // Wait for the next frame, which records the newly chosen block.
  if (session.chosen_block.warp >= block->warps.size()) return;
  draw_event_legend(ui, body.low, body.width());
  const float small = line_height(ui.fonts.small), names = ui.px(120);
  body.low = {body.low.x + names, body.low.y + small + ui.px(12)};
  const auto warps = static_cast<float>(block->warps.size());
  const float overview = std::clamp(warps * (small + ui.px(2)), small, std::max(small, 0.24f * body.height()));
  const float bands = body.height() > ui.px(260) ? 3.0f : 1.0f;
  constexpr float least_lanes = 64;
  Box lanes{{body.low.x, body.low.y + overview + ui.px(12)}, {body.high.x, body.high.y - bands * small - ui.px(8)}};
  // In a low view, omit the overview of all warps.
  const bool has_overview = lanes.height() >= ui.px(least_lanes);
  if (!has_overview) lanes.low.y = body.low.y;
  if (lanes.height() < ui.px(least_lanes)) {
    return draw_text(ui.fonts.body, {box.low.x + ui.px(16), lanes.low.y}, ui.theme.dim, "Enlarge the view (3).");
  }
  const LaneGrid grid = lane_grid(ui, session, *block, lanes);
  if (has_overview) draw_overview(ui, session, grid, {body.low, {body.high.x, body.low.y + overview}});
  if (grid.count == 0) return;
  draw_lanes(ui, grid);
  draw_places(ui, grid, {{lanes.low.x, lanes.high.y}, body.high});
  draw_text_before(ui.fonts.small, {lanes.low.x - ui.px(8), lanes.high.y + ui.px(5)}, ui.theme.dim, "source line");
  if (const auto chosen = session.chosen_block.instruction;
      chosen && *chosen >= grid.first && *chosen < grid.first + grid.count) {
    draw_outline({grid.cell(*chosen, 0).low, grid.cell(*chosen, simt::warp_lanes - 1).high}, ui.theme.selected,
                 ui.px(2), ui.px(2));
  }
  point_at_lane(ui, session, grid);
}

}  // namespace

/// Returns the diagram of a warp's lanes, instruction by instruction. Gaps are lanes that wait for other lanes.
Diagram threads_diagram() {
  return {
      .name = "threads",
      .title = "Threads over time",
      .goes_with =
          [](const Session& session) { return session.has_threads() && session.look.kernels == KernelView::threads; },
      .reason = why_no_threads,
      .draw = draw_threads_diagram,
      .pointing = "Point at an instruction of a lane to see its source line and address. Click to choose it.",
      .alone = true};
}

}  // namespace texelsort::app
