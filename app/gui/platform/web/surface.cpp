#include "app/gui/window/surface.h"

#include <chrono>
#include <utility>

#include <emscripten/html5.h>
#include <imgui.h>

#include "app/gui/platform/web/page.h"

namespace texelsort::app {

struct Surface::Native {
  std::string note;
  EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = 0;
  gpu::Extent extent{};
  bool full_screen = false, keyboard = false, drawn = false;
};

NoDisplayError::NoDisplayError(const std::string& reason) : UnavailableError(reason), reason_(reason) {}

Surface::Surface(const char*, std::optional<int>, std::optional<int>, Shown) : native_(std::make_unique<Native>()) {
  native_->extent = web::fit_canvas();
  EmscriptenWebGLContextAttributes wanted;
  emscripten_webgl_init_context_attributes(&wanted);
  wanted.majorVersion = 2;
  wanted.alpha = EM_FALSE;
  wanted.depth = EM_FALSE;
  wanted.antialias = EM_FALSE;
  wanted.powerPreference = EM_WEBGL_POWER_PREFERENCE_HIGH_PERFORMANCE;
  native_->context = emscripten_webgl_create_context("#canvas", &wanted);
  if (native_->context <= 0 || emscripten_webgl_make_context_current(native_->context) != EMSCRIPTEN_RESULT_SUCCESS) {
    throw NoDisplayError("this browser does not support WebGL 2: use another browser");
  }
  web::inbox().context_gone = false;
}

Surface::~Surface() {
  emscripten_webgl_destroy_context(native_->context);
}

void Surface::begin_input() {
  ImGuiIO& io = ImGui::GetIO();
  io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  io.SetClipboardTextFn = [](void*, const char* text) {
    web::inbox().pasted = text;
    web::copy(text);
  };
  io.GetClipboardTextFn = [](void*) -> const char* { return web::inbox().pasted.c_str(); };
  begin_frame();
}

void Surface::end_input() {}

void Surface::begin_frame() {
  using Clock = std::chrono::steady_clock;
  static Clock::time_point last = Clock::now();
  const auto now = Clock::now();
  ImGuiIO& io = ImGui::GetIO();
  constexpr float shortest = 1e-4f;
  io.DeltaTime = std::max(std::chrono::duration<float>(now - last).count(), shortest);
  last = now;
  const gpu::Extent extent = web::fit_canvas();
  io.DisplaySize = {static_cast<float>(extent.width), static_cast<float>(extent.height)};
  web::inbox().input.feed(io);
}

HostPage* Surface::page() {
  return &web::host_page();
}

std::optional<std::string> Surface::lost() const {
  if (!web::inbox().context_gone) return std::nullopt;
  return "the browser has stopped the graphics of this page";
}

void Surface::expect_text(bool expected) {
  web::inbox().takes_text = expected;
  if (std::exchange(native_->keyboard, expected) != expected) web::show_keyboard(expected);
}

const std::string& Surface::note() const {
  return native_->note;
}

bool Surface::closing() const {
  return false;
}

gpu::Extent Surface::framebuffer() const {
  return native_->extent;
}

gpu::Extent Surface::size() const {
  return native_->extent;
}

gpu::Extent Surface::window_size() const {
  return native_->extent;
}

void Surface::set_full_screen(bool full) {
  if (std::exchange(native_->full_screen, full) != full) web::set_full_screen(full);
}

float Surface::content_scale() const {
  return web::pixel_ratio();
}

/// Reports the first frame to the page. Swapping buffers is not necessary, because the browser shows a drawn frame when
/// it regains control.
void Surface::swap() {
  if (!std::exchange(native_->drawn, true)) web::note_frame();
}

void Surface::poll(bool) {
  const gpu::Extent before = std::exchange(native_->extent, web::fit_canvas());
  if (before != native_->extent || !web::inbox().input.empty()) web::inbox().active = true;
}

std::vector<Key> Surface::take_keys() {
  return std::exchange(web::inbox().keys, {});
}

std::vector<std::string> Surface::take_files() {
  return std::exchange(web::inbox().files, {});
}

bool Surface::take_activity() {
  return std::exchange(web::inbox().active, false);
}

}  // namespace texelsort::app
