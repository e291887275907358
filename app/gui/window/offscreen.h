#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/export/drawing.h"
#include "app/gui/window/interface.h"

namespace texelsort::app {

/// A window without a display, for pictures and tests. It draws the same panels as a real window into a texture.
/// Callers inject keys and mouse input.
class OffscreenWindow {
 public:
  /// Number of frames after which the layout no longer changes. ImGui sizes some items by their content in the previous
  /// frame, and panels show the key under the mouse a frame later.
  static constexpr int settling_frames = 3;

  OffscreenWindow(gpu::Device& device, Session& session, gpu::Extent size, float ui_scale = 1,
                  FramePart part = FramePart("window"));

  /// Sets the web page that contains the window, as in a browser. The page must outlive this object.
  void set_page(HostPage* page) { interface_.set_page(page); }

  void press(Key key);
  void type(std::string_view text);   ///< Types text into the focused text field.
  void strike(ImGuiKey key);          ///< Presses a key that ImGui handles, such as Enter or an arrow key.
  void move_mouse(float x, float y);  ///< Moves the mouse to a position, in pixels from the upper left corner.
  void click();                       ///< Clicks at the position of the mouse.
  void drag(float x, float y);        ///< Drags from the position of the mouse to (x, y), with the button held.
  /// Turns the wheel at the position of the mouse. Positive notches are away from the user.
  void turn_wheel(float notches);

  /// Waits until the session has no work and the layout is stable, and returns a picture of the window.
  Picture picture();

  /// Waits like picture(), and returns the window as lines and texts. Only views that the GPU renders are pixels.
  Drawing drawing();

  /// Lays out a number of frames without drawing them. Returns the texts and clickable items of the last frame.
  const TextLog& texts(int frames = settling_frames);

 private:
  void frame();
  void settle(int frames = settling_frames);
  Picture drawn(const glm::vec4& background);

  gpu::Device& device_;
  Session& session_;
  FramePart part_;
  gpu::Texture target_;
  Interface interface_;
  ImVec2 mouse_;
};

}  // namespace texelsort::app
