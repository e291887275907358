#pragma once

#include <cstdint>
#include <string>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/playback/block_recording.h"
#include "app/session/session.h"

/// Functions that the diagrams of kernel threads share.
namespace texelsort::app {

/// Returns why the threads of a block cannot be shown. Empty if they can.
std::string why_no_threads(const Session& session);

/// Returns the name of an event: "shared read", "array write", "atomic" and so on.
std::string event_name(const simt::Event& event);
ImU32 event_colour(const simt::Event& event);

/// Draws an event of a lane: a box in the colour of its kind, with a mark that distinguishes reads, writes and atomic
/// operations.
void draw_event(const Ui& ui, const simt::Event& event, const Box& cell);

/// Draws the legend in one line: every kind of event with its colour and mark.
void draw_event_legend(const Ui& ui, ImVec2 at, float width);

/// Returns the file name and line of a source position: "onesweep.cuh:83".
std::string short_place(const std::string& place);
/// Returns the result of short_place() in `width` pixels. If space is short, the file name is shortened, not the line
/// number.
std::string fitted_place(ImFont* font, const std::string& place, float width);
/// Returns an event in words: "reads 4 bytes at byte 128 of keys".
std::string event_text(const simt::Recording& recording, const simt::Event& event);

/// Draws a number between two buttons, followed by `text`. Moves `at` to the right end. Returns whether the number has
/// changed.
template <typename Number>
bool stepper(const Ui& ui, const char* id, const std::string& text, ImVec2& at, Number& value, Number count);
bool step_buttons(const Ui& ui, const char* id, const std::string& text, ImVec2& at, std::uint64_t& value,
                  std::uint64_t count);

/// Draws the choices of launch, block and warp at the top of `body`, and moves `at` to their right end. Returns the
/// remaining area.
Box draw_block_controls(const Ui& ui, Session& session, const BlockRecording& block, const Box& body, ImVec2& at);

/// Returns the names of kernel and grid for a caption.
std::string block_caption(const BlockRecording& block);

template <typename Number>
bool stepper(const Ui& ui, const char* id, const std::string& text, ImVec2& at, Number& value, Number count) {
  std::uint64_t number = value;
  const bool changed = step_buttons(ui, id, text, at, number, count);
  value = static_cast<Number>(number);
  return changed;
}

}  // namespace texelsort::app
