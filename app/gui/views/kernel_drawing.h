#pragma once

#include <cstdint>
#include <string>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/playback/block_recording.h"
#include "app/session/session.h"

/// What the pictures of kernels' threads share.
namespace texelsort::app {

/// Why there is nothing to see of a block's threads; empty if there is.
std::string why_no_threads(const Session& session);

/// "shared read", "array write", "atomic", ....
std::string event_name(const simt::Event& event);
ImU32 event_colour(const simt::Event& event);

/// A lane's event: a box in the colour of its kind, with a mark that tells reads, writes and atomic changes apart.
void draw_event(const Ui& ui, const simt::Event& event, const Box& cell);

/// Every kind with its colour and mark, in a line; `gap` is what an idle lane is called, or null.
void draw_event_legend(const Ui& ui, ImVec2 at, float width);

/// The last part of a path and the line: "onesweep.cuh:83".
std::string short_place(const std::string& place);
/// The same in `width` pixels: where there is no room the file's name gives way, and the line stays.
std::string fitted_place(ImFont* font, const std::string& place, float width);
/// "reads 4 bytes at byte 128 of keys".
std::string event_text(const simt::Recording& recording, const simt::Event& event);

/// A number between two buttons, with `text` beside them; `at` moves to the right of it. True if it has changed.
template <typename Number>
bool stepper(const Ui& ui, const char* id, const std::string& text, ImVec2& at, Number& value, Number count);
bool step_buttons(const Ui& ui, const char* id, const std::string& text, ImVec2& at, std::uint64_t& value,
                  std::uint64_t count);

/// Launch, block and warp, chosen in a line at the top of `body`; what is left of it. `at` is right of them.
Box draw_block_controls(const Ui& ui, Session& session, const BlockRecording& block, const Box& body, ImVec2& at);

/// Kernel and grid.
std::string block_caption(const BlockRecording& block);

template <typename Number>
bool stepper(const Ui& ui, const char* id, const std::string& text, ImVec2& at, Number& value, Number count) {
  std::uint64_t number = value;
  const bool changed = step_buttons(ui, id, text, at, number, count);
  value = static_cast<Number>(number);
  return changed;
}

}  // namespace texelsort::app
