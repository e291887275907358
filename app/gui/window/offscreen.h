#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/export/drawing.h"
#include "app/gui/window/interface.h"

namespace texelsort::app {

/// The window without a display: the same panels, drawn into a texture, with keys and mouse put in by hand.
class OffscreenWindow {
 public:
  /// ImGui sizes some things by what they held in the frame before; a hover reaches other panels a frame later.
  static constexpr int settling_frames = 3;

  OffscreenWindow(gpu::Device& device, Session& session, gpu::Extent size, float ui_scale = 1,
                  FramePart part = FramePart("window"));

  /// The page that it stands on, as a browser's window does; it outlives this.
  void set_page(HostPage* page) { interface_.set_page(page); }

  void press(Key key);
  void type(std::string_view text);   ///< into the field that is typed in
  void strike(ImGuiKey key);          ///< a key that ImGui takes: Enter, an arrow
  void move_mouse(float x, float y);  ///< pixels from the upper left corner
  void click();                       ///< where the mouse is
  void drag(float x, float y);        ///< from where the mouse is, the button held
  void turn_wheel(float notches);     ///< where the mouse is; above 0: away from the hand

  /// Lets the session finish what it is at, the layout settle, and takes the picture.
  Picture picture();

  /// The same as lines and texts, with pixels only where a view shows what the GPU has drawn.
  Drawing drawing();

  /// The same without the picture: what the last of that many frames has for people to read and to click on.
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
