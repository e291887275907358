#pragma once

#include <cstdint>
#include <string>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/playback/block_recording.h"
#include "app/session/session.h"

/// Functions for the two diagrams of a kernel's threads: the lanes of a warp, and the words that they access.
namespace texelsort::app {

/// Returns the reason why the window cannot show the threads of a kernel, or an empty string if it can.
std::string why_no_threads(const Session& session);

/// Returns the name of a memory event: "shared read", "array write", "atomic" and so on.
std::string event_name(const simt::Event& event);
ImU32 event_colour(const simt::Event& event);

/// Draws a memory access by a lane as a coloured box. The colour shows the kind of access, and a mark distinguishes
/// reads, writes and atomic operations.
void draw_event(const Ui& ui, const simt::Event& event, const Box& cell);

/// Draws the legend of memory events in one line: every kind with its colour and mark.
void draw_event_legend(const Ui& ui, ImVec2 at, float width);

/// Returns the file name and line of a source position: "onesweep.cuh:83".
std::string short_place(const std::string& place);
/// Returns a source position as text, for example "onesweep.cuh:83", in at most `width` pixels. Shortens only the file
/// name.
std::string fitted_place(ImFont* font, const std::string& place, float width);
/// Describes a memory event in words: "reads 4 bytes at byte 128 of keys".
std::string event_text(const simt::Recording& recording, const simt::Event& event);

/// Draws a number with a button on each side, followed by `text`. Moves `at` to the right end of the text. Returns
/// whether the user changed the number.
template <typename Number>
bool stepper(const Ui& ui, const char* id, const std::string& text, ImVec2& at, Number& value, Number count);
bool step_buttons(const Ui& ui, const char* id, const std::string& text, ImVec2& at, std::uint64_t& value,
                  std::uint64_t count);

/// Draws the controls that choose the kernel launch, the block and the warp, at the top of `body`. Moves `at` to their
/// right end. Returns the area below.
Box draw_block_controls(const Ui& ui, Session& session, const BlockRecording& block, const Box& body, ImVec2& at);

/// Returns the names of the recorded kernel and of its grid, for the caption of a diagram.
std::string block_caption(const BlockRecording& block);

template <typename Number>
bool stepper(const Ui& ui, const char* id, const std::string& text, ImVec2& at, Number& value, Number count) {
  std::uint64_t number = value;
  const bool changed = step_buttons(ui, id, text, at, number, count);
  value = static_cast<Number>(number);
  return changed;
}

}  // namespace texelsort::app
