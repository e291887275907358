#include "app/gui/views/kernel_drawing.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/export/colours.h"

namespace texelsort::app {

namespace {

using EventKind = simt::Event::Kind;

constexpr std::array kinds{simt::Event{.kind = EventKind::read, .bytes = 4},
                           simt::Event{.kind = EventKind::write, .bytes = 4},
                           simt::Event{.kind = EventKind::read, .array = 0, .bytes = 4},
                           simt::Event{.kind = EventKind::write, .array = 0, .bytes = 4},
                           simt::Event{.kind = EventKind::atomic, .array = 0, .bytes = 4},
                           simt::Event{.kind = EventKind::warp_call},
                           simt::Event{.kind = EventKind::barrier}};

}  // namespace

std::string why_no_threads(const Session& session) {
  if (!session.has_threads()) {
    return "This view needs kernels or compute shaders that run on the CPU. Start texelsort with --device cpu-kernels "
           "for a CUDA algorithm, or with --device cpu-shaders for an algorithm on compute shaders.";
  }
  return session.player().position() == 0 ? "No kernel has been launched yet. Press Right." : "";
}

std::string event_name(const simt::Event& event) {
  const bool shared = event.array == simt::Event::in_shared;
  switch (event.kind) {
    case EventKind::read:
      return shared ? "shared read" : "array read";
    case EventKind::write:
      return shared ? "shared write" : "array write";
    case EventKind::atomic:
      return "atomic";
    case EventKind::warp_call:
      return "warp call";
    case EventKind::barrier:
      return "barrier";
  }
  return "";
}

// Returns the colour for a kind of memory event. Like all colours of the window, it is from the palette of Okabe and
// Ito.
ImU32 event_colour(const simt::Event& event) {
  const bool shared = event.array == simt::Event::in_shared;
  switch (event.kind) {
    case EventKind::read:
      return to_color(rgb_of(shared ? 0x56B4E9 : 0x2BC49A));
    case EventKind::write:
      return to_color(rgb_of(shared ? 0x3F8FDB : 0xE69F00));
    case EventKind::atomic:
      return to_color(rgb_of(0xF07B2A));
    case EventKind::warp_call:
      return to_color(rgb_of(0xCC79A7));
    case EventKind::barrier:
      return to_color(rgb_of(0x9AA3AF));
  }
  return 0;
}

void draw_event(const Ui& ui, const simt::Event& event, const Box& cell) {
  const ImU32 colour = event_colour(event);
  const ImVec2 middle = cell.middle();
  const float side = std::min(cell.width(), cell.height());
  if (event.kind == EventKind::warp_call) {
    const float half = std::max(1.0f, 0.2f * cell.height());
    return draw_box({{cell.low.x, middle.y - half}, {cell.high.x, middle.y + half}}, colour);
  }
  if (event.kind == EventKind::barrier) {
    const float half = std::max(1.0f, 0.2f * cell.width());
    return draw_box({{middle.x - half, cell.low.y}, {middle.x + half, cell.high.y}}, colour);
  }
  draw_box(cell, colour, ui.px(1));
  const ImU32 mark = IM_COL32(0, 0, 0, 170);
  if (event.kind == EventKind::write && side >= 4) draw_box(Box::around(middle, 0.2f * side, 0.2f * side), mark);
  if (event.kind == EventKind::atomic && side >= 4)
    draw_circle(middle, 0.28f * side, mark, 16, std::max(1.0f, 0.1f * side));
}

void draw_event_legend(const Ui& ui, ImVec2 at, float width) {
  const float side = ui.px(15), end = at.x + width, tall = line_height(ui.fonts.small);
  const auto word = [&](const std::string& name) {
    draw_text(ui.fonts.small, {at.x + side + ui.px(6), at.y}, ui.theme.text, name);
    at.x += side + ui.px(6) + text_width(ui.fonts.small, name) + ui.px(18);
  };
  const auto cell = [&] { return Box::at({at.x, at.y + 0.5f * (tall - side)}, {side, side}); };
  const auto fits = [&](const std::string& name) {
    return at.x + side + ui.px(6) + text_width(ui.fonts.small, name) <= end;
  };
  for (const simt::Event& kind : kinds) {
    if (!fits(event_name(kind))) return;
    draw_event(ui, kind, cell());
    word(event_name(kind));
  }
  if (!fits("idle")) return;
  draw_outline(cell(), ui.theme.faint);
  word("idle");
}

std::string short_place(const std::string& place) {
  return place.substr(place.rfind('/') + 1);
}

std::string fitted_place(ImFont* font, const std::string& place, float width) {
  const std::string text = short_place(place);
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || text_width(font, text) <= width) return elided(font, text, width);
  const std::string line = text.substr(colon);
  return elided(font, text.substr(0, colon), width - text_width(font, line)) + line;
}

std::string event_text(const simt::Recording& recording, const simt::Event& event) {
  if (event.kind == EventKind::barrier) return "waits at the block's barrier";
  if (event.kind == EventKind::warp_call) return "synchronises with other lanes of its warp";
  const char* verb = event.kind == EventKind::read    ? "reads"
                     : event.kind == EventKind::write ? "writes"
                                                      : "atomically changes";
  const std::string& array =
      event.array == simt::Event::in_shared ? std::string("shared memory") : recording.arrays[event.array];
  return fmt::format("{} {} bytes at byte {} of {}", verb, event.bytes, grouped(event.offset), array);
}

bool step_buttons(const Ui& ui, const char* id, const std::string& text, ImVec2& at, std::uint64_t& value,
                  std::uint64_t count) {
  const float side = ui.px(26);
  bool changed = false;
  ImGui::PushID(id);
  const auto button = [&](const char* name, const char* sign, bool enabled) {
    ImGui::SetCursorScreenPos(at);
    const bool pressed = ImGui::InvisibleButton(name, {side, side}) && enabled;
    const ImU32 back = enabled && ImGui::IsItemHovered() ? ui.theme.hovered : ui.theme.raised;
    draw_box(Box::at(at, {side, side}), back, ui.px(6));
    draw_text_centred(ui.fonts.body, {at.x + 0.5f * side, at.y + 0.5f * side}, enabled ? ui.theme.text : ui.theme.faint,
                      sign);
    at.x += side + ui.px(6);
    return pressed;
  };
  if (button("less", "\u2212", value > 0)) {
    --value;
    changed = true;
  }
  draw_text(ui.fonts.body, {at.x, at.y + 0.5f * (side - line_height(ui.fonts.body))}, ui.theme.text, text);
  at.x += text_width(ui.fonts.body, text) + ui.px(6);
  if (button("more", "+", value + 1 < count)) {
    ++value;
    changed = true;
  }
  at.x += ui.px(16);
  ImGui::PopID();
  return changed;
}

Box draw_block_controls(const Ui& ui, Session& session, const BlockRecording& block, const Box& body, ImVec2& at) {
  BlockChoice& choice = session.chosen_block;
  at = body.low;
  const std::size_t launches = block.recording.launches.size();
  // Count blocks, warps and lanes from 0, as kernels do.
  const auto named = [](const char* what, std::uint64_t number, std::uint64_t count) {
    return fmt::format("{} {} of {}", what, number, count);
  };
  bool changed = false;
  if (launches > 1) {
    changed = stepper(ui, "launch", named("launch", choice.launch + 1, launches), at, choice.launch, launches);
  }
  const unsigned blocks = block.launch().blocks;
  changed = stepper(ui, "block", named("block", choice.block, blocks), at, choice.block, blocks) || changed;
  const auto warps = static_cast<unsigned>(block.warps.size());
  changed = stepper(ui, "warp", named("warp", choice.warp, warps), at, choice.warp, warps) || changed;
  if (changed) choice.instruction.reset();
  return {{body.low.x, body.low.y + ui.px(36)}, body.high};
}

std::string block_caption(const BlockRecording& block) {
  const auto& launch = block.launch();
  const std::string_view cut = block.recording.cut ? "; only the first events are recorded" : "";
  const std::string group = launch.shader ? "workgroup" : "block";
  const std::string groups = launch.blocks == 1 ? "1 " + group : fmt::format("{} {}s", grouped(launch.blocks), group);
  if (launch.shader) {
    return fmt::format("shader {}: {} of {} invocations{}", launch.kernel, groups, launch.threads, cut);
  }
  return fmt::format("kernel {}: {} of {} threads{}", launch.kernel, groups, launch.threads, cut);
}

}  // namespace texelsort::app
