#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include <imgui.h>

struct ImGuiWindow;

namespace texelsort::app::web {

/// What the keyboard has besides letters, as the page's script counts it.
enum Modifier : std::uint8_t { control_held = 1, shift_held = 2, alt_held = 4 };

/// Something that a person did, in the order in which it was done.
struct InputEvent {
  enum class Kind : std::uint8_t { move, press, release, leave, wheel, key, letter, text };
  Kind kind = Kind::move;
  ImVec2 at{};         ///< pixels of the canvas
  bool touch = false;  ///< a finger, which points at nothing once it is lifted
  float wheel = 0;     ///< notches, away from the hand
  int key = 0;         ///< an ImGuiKey; of a letter its capital
  bool down = false;   ///< of a key or a letter
  unsigned modifiers = 0;
  std::string text{};
};

/// Feeds events to ImGui so that it sees each of them: one that goes down and up between two frames takes two frames.
/// A finger that moves up or down over what can be scrolled scrolls it instead of pressing what is there.
class InputQueue {
 public:
  void add(InputEvent event) { events_.push_back(std::move(event)); }
  bool empty() const { return events_.empty(); }

  /// At the start of a frame; what cannot be in the same one stays for the next.
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
