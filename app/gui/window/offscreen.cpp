#include "app/gui/window/offscreen.h"

#include <algorithm>
#include <cfloat>

#include "app/gui/window/compat.h"
#include "app/gui/window/vector_capture.h"
#include "app/session/network_editor.h"
#include "compute/gpu/raw_gl_scope.h"

namespace texelsort::app {

namespace {

constexpr float frame_seconds = 1.0f / 60;

}  // namespace

OffscreenWindow::OffscreenWindow(gpu::Device& device, Session& session, gpu::Extent size, float ui_scale,
                                 FramePart part)
    : device_(device),
      session_(session),
      part_(part),
      target_(size, gpu::TexelFormat::rgba8, "offscreen window"),
      interface_(device, ui_scale),
      mouse_(-FLT_MAX, -FLT_MAX) {
  ImGuiIO& io = interface_.io();
  io.DisplaySize = {static_cast<float>(size.width), static_cast<float>(size.height)};
  io.DeltaTime = frame_seconds;
}

void OffscreenWindow::frame() {
  while (session_.player().advance(std::chrono::hours(1))) {
  }
  session_.update(0);
  if (auto* network_editor = find_workspace<NetworkEditor>(session_)) {
    while (network_editor->advance(std::chrono::hours(1))) {
    }
  }
  interface_.build(session_, part_);
}

void OffscreenWindow::press(Key key) {
  interface_.press(session_, key);
  frame();
}

void OffscreenWindow::type(std::string_view text) {
  compat::feed_text(interface_.io(), std::string(text).c_str());
  frame();
}

void OffscreenWindow::strike(ImGuiKey key) {
  for (const bool down : {true, false}) {
    compat::feed_key(interface_.io(), key, down);
    frame();
  }
}

void OffscreenWindow::move_mouse(float x, float y) {
  mouse_ = {x, y};
  compat::feed_mouse(interface_.io(), x, y, false, 0);
  frame();
}

void OffscreenWindow::click() {
  for (const bool down : {true, false}) {
    compat::feed_mouse(interface_.io(), mouse_.x, mouse_.y, down, 0);
    frame();
  }
}

void OffscreenWindow::drag(float x, float y) {
  compat::feed_mouse(interface_.io(), mouse_.x, mouse_.y, true, 0);
  frame();
  mouse_ = {x, y};
  for (const bool down : {true, true, false}) {
    compat::feed_mouse(interface_.io(), mouse_.x, mouse_.y, down, 0);
    frame();
  }
}

void OffscreenWindow::settle(int frames) {
  for (int i = 0; i < frames; ++i) frame();
}

const TextLog& OffscreenWindow::texts(int frames) {
  interface_.keep_texts();
  settle(frames);
  return interface_.texts();
}

void OffscreenWindow::turn_wheel(float notches) {
  for (const float turned : {notches, 0.0f}) {
    compat::feed_mouse(interface_.io(), mouse_.x, mouse_.y, false, turned);
    frame();
  }
}

/// Draws the frame that was built last on a background of one colour, and returns the picture.
Picture OffscreenWindow::drawn(const glm::vec4& background) {
  const gpu::Extent size = target_.extent();
  gpu::with_render_target(device_, target_, background, [this] { interface_.draw(); });
  device_.check_errors("drawing the window");
  Picture picture{size.width, size.height, std::vector<std::uint8_t>(std::size_t{4} * size.width * size.height)};
  target_.read({0, 0, size.width, size.height}, std::as_writable_bytes(std::span(picture.rgba)));
  // Reverse the order of rows, because OpenGL stores the bottom row first.
  const std::size_t row = std::size_t{4} * size.width;
  for (std::size_t y = 0; y < size.height / 2; ++y) {
    const auto low = picture.rgba.begin() + static_cast<std::ptrdiff_t>(y * row);
    const auto high = picture.rgba.begin() + static_cast<std::ptrdiff_t>((size.height - 1 - y) * row);
    std::swap_ranges(low, low + static_cast<std::ptrdiff_t>(row), high);
  }
  return picture;
}

Picture OffscreenWindow::picture() {
  settle();
  Picture picture = drawn(to_vec4(interface_.theme().background));
  // Blending has changed the alpha channel of the texture. Make the picture opaque.
  for (std::size_t i = 3; i < picture.rgba.size(); i += 4) picture.rgba[i] = 255;
  return picture;
}

Drawing OffscreenWindow::drawing() {
  interface_.draw_outlines(true);
  settle();
  interface_.draw_outlines(false);
  return record(*ImGui::GetDrawData(), interface_.fonts(), interface_.theme().background, [this] {
    return drawn({0, 0, 0, 0});
  });
}

}  // namespace texelsort::app
