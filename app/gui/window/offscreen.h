#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/export/drawing.h"
#include "app/gui/window/interface.h"

namespace texelsort::app {

/// The window without a display. It draws the same panels into a texture, and gets injected keys and mouse input.
class OffscreenWindow {
 public:
  /// Number of frames until the layout is stable. ImGui sizes some items by their content in the previous frame, and
  /// other panels show a hovered key one frame later.
  static constexpr int settling_frames = 3;

  OffscreenWindow(gpu::Device& device, Session& session, gpu::Extent size, float ui_scale = 1,
                  FramePart part = FramePart("window"));

  /// Sets the web page that contains the window, as in a browser. It must outlive this object.
  void set_page(HostPage* page) { interface_.set_page(page); }

  void press(Key key);
  void type(std::string_view text);   ///< types into the focused text field
  void strike(ImGuiKey key);          ///< presses a key that ImGui handles: Enter, an arrow
  void move_mouse(float x, float y);  ///< moves to a position in pixels from the upper left corner
  void click();                       ///< clicks at the mouse position
  void drag(float x, float y);        ///< drags from the mouse position with the button held
  void turn_wheel(float notches);     ///< turns at the mouse position; positive is away from the user

  /// Waits for the session's work and a stable layout, then returns the picture.
  Picture picture();

  /// Waits like picture(), and returns the picture as lines and texts. Uses pixels only for views that the GPU renders.
  Drawing drawing();

  /// Builds `frames` frames without drawing. Returns the texts and clickable items of the last one.
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
