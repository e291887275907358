#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include <imgui.h>

struct ImGuiWindow;

namespace texelsort::app::web {

/// Modifier keys as bits, in the encoding of the page's script.
enum Modifier : std::uint8_t { control_held = 1, shift_held = 2, alt_held = 4 };

/// One action of the user in the web page.
struct InputEvent {
  enum class Kind : std::uint8_t { move, press, release, leave, wheel, key, letter, text };
  Kind kind = Kind::move;
  ImVec2 at{};         ///< position in pixels of the canvas
  bool touch = false;  ///< true if a finger causes the event; a lifted finger has no position
  float wheel = 0;     ///< number of notches by which the wheel was turned; positive if turned away from the user
  int key = 0;         ///< key code (an ImGuiKey); for a letter, the capital
  bool down = false;   ///< true if the key or letter was pressed, false if it was released
  unsigned modifiers = 0;
  std::string text{};
};

/// Passes the events of a web page to ImGui. If a press and its release arrive in the same frame, the release waits for
/// the next frame, because ImGui would otherwise miss both. A finger that moves up or down over a scrollable area
/// scrolls the area instead of pressing an item.
class InputQueue {
 public:
  void add(InputEvent event) { events_.push_back(std::move(event)); }
  bool empty() const { return events_.empty(); }

  /// Passes waiting events to ImGui at the start of a frame. Events that need a later frame stay in the queue.
  void feed(ImGuiIO& io);

 private:
  bool take(ImGuiIO& io, const InputEvent& event);
  void move_finger(ImVec2 to);

  std::deque<InputEvent> events_;
  ImVec2 mouse_{-1, -1}, touched_{};
  bool down_ = false, changed_ = false;
  float wheel_ = 0, touch_slop_ = 10;
  ImGuiWindow* scrolled_ = nullptr;
};

}  // namespace texelsort::app::web
