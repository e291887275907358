#include "app/gui/platform/web/input.h"

#include <cfloat>
#include <cmath>

#include <imgui_internal.h>

#include "app/gui/window/compat.h"

namespace texelsort::app::web {

namespace {

const ImVec2 nowhere{-FLT_MAX, -FLT_MAX};

/// Returns the window under the mouse that a finger can scroll, or null if there is no such window.
ImGuiWindow* scrolling_window() {
  ImGuiWindow* window = GImGui->HoveredWindow;
  while (window != nullptr && window->ScrollMax.y <= 0) {
    window = (window->Flags & ImGuiWindowFlags_ChildWindow) != 0 ? window->ParentWindow : nullptr;
  }
  return window;
}

}  // namespace

void InputQueue::feed(ImGuiIO& io) {
  changed_ = false;
  wheel_ = 0;
  while (!events_.empty() && take(io, events_.front())) events_.pop_front();
  compat::feed_mouse(io, mouse_.x, mouse_.y, down_, wheel_);
}

/// Passes an event to ImGui. Returns false if the event must wait for another frame.
bool InputQueue::take(ImGuiIO& io, const InputEvent& event) {
  using enum InputEvent::Kind;
  const bool changes = event.kind != move && event.kind != wheel && event.kind != text;
  if (changed_ && (changes || event.touch)) return false;
  changed_ = changed_ || changes;
  switch (event.kind) {
    case move:
      if (event.touch) {
        move_finger(event.at);
      } else {
        mouse_ = event.at;
      }
      return true;
    case press:
      mouse_ = touched_ = event.at;
      down_ = true;
      scrolled_ = nullptr;
      return true;
    case release:
      if (scrolled_ == nullptr) mouse_ = event.at;
      down_ = false;
      scrolled_ = nullptr;
      return true;
    case leave:
      if (!down_) mouse_ = nowhere;
      return true;
    case wheel:
      mouse_ = event.at;
      wheel_ += event.wheel;
      return true;
    case text:
      // Release the control key of a preceding shortcut, because ImGui ignores text while the control key is held.
      compat::feed_modifiers(io, false, false);
      compat::feed_text(io, event.text.c_str());
      return true;
    case key:
      compat::feed_modifiers(io, (event.modifiers & control_held) != 0, (event.modifiers & shift_held) != 0);
      compat::feed_key(io, static_cast<ImGuiKey>(event.key), event.down);
      return true;
    case letter:
      compat::feed_modifiers(io, (event.modifiers & control_held) != 0, (event.modifiers & shift_held) != 0);
      compat::feed_letter(io, static_cast<char>(event.key), event.down);
      return true;
  }
  return true;
}

void InputQueue::move_finger(ImVec2 to) {
  const float across = std::abs(to.x - touched_.x), along = std::abs(to.y - touched_.y);
  if (down_ && scrolled_ == nullptr && along > touch_slop_ && along > across) {
    scrolled_ = scrolling_window();
    // Release the item under the finger without activating it.
    if (scrolled_ != nullptr) {
      mouse_ = nowhere;
      down_ = false;
      touched_ = to;
    }
  }
  if (scrolled_ == nullptr) {
    mouse_ = to;
    return;
  }
  ImGui::SetScrollY(scrolled_, scrolled_->Scroll.y - (to.y - touched_.y));
  touched_ = to;
}

}  // namespace texelsort::app::web
