#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include <imgui.h>

struct ImGuiWindow;

namespace texelsort::app::web {

/// Modifier keys as bits, as the page's script passes them.
enum Modifier : std::uint8_t { control_held = 1, shift_held = 2, alt_held = 4 };

/// One user action. The queue keeps the order of actions.
struct InputEvent {
  enum class Kind : std::uint8_t { move, press, release, leave, wheel, key, letter, text };
  Kind kind = Kind::move;
  ImVec2 at{};         ///< position in pixels of the canvas
  bool touch = false;  ///< true if from a finger, which has no position once it is lifted
  float wheel = 0;     ///< notches of the wheel; positive is away from the user
  int key = 0;         ///< an ImGuiKey; for a letter, its capital
  bool down = false;   ///< true if pressed, for keys and letters
  unsigned modifiers = 0;
  std::string text{};
};

/// Passes events to ImGui so that none is lost: a press and a release between two frames are spread over two frames. A
/// finger that moves up or down over a scrollable area scrolls it instead of pressing an item.
class InputQueue {
 public:
  void add(InputEvent event) { events_.push_back(std::move(event)); }
  bool empty() const { return events_.empty(); }

  /// Passes waiting events to ImGui at the start of a frame. Events that must not share a frame stay in the queue.
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
