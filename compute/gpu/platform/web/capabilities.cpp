#include <array>

#include <emscripten/html5.h>

#include "compute/data/error.h"
#include "compute/gpu/gl.h"
#include "compute/gpu/platform.h"
#include "compute/gpu/shader_library.h"

namespace texelsort::gpu {
namespace {

bool enable_extension(const char* name) {
  return emscripten_webgl_enable_extension(emscripten_webgl_get_current_context(), name) == EM_TRUE;
}

std::string string_of(GLenum what) {
  const GLubyte* text = glGetString(what);
  return text == nullptr ? "" : reinterpret_cast<const char*>(text);
}

std::uint32_t limit32(GLenum what) {
  GLint value = 0;
  glGetIntegerv(what, &value);
  return static_cast<std::uint32_t>(std::max(value, 0));
}

/// Unmasked device names (WEBGL_debug_renderer_info).
constexpr GLenum unmasked_vendor = 0x9245, unmasked_renderer = 0x9246;

}  // namespace

void load_functions() {
  if (!enable_extension("EXT_color_buffer_float")) {
    throw UnavailableError("WebGL in this browser cannot draw into floating-point textures: use another browser");
  }
}

void read_capabilities(DeviceInfo& info) {
  const bool unmasked = enable_extension("WEBGL_debug_renderer_info");
  info.api = "OpenGL ES";
  info.vendor = string_of(unmasked ? unmasked_vendor : GL_VENDOR);
  info.renderer = string_of(unmasked ? unmasked_renderer : GL_RENDERER);
  info.version = string_of(GL_VERSION);
  info.major = 3;
  info.minor = 0;
  info.software = is_software(info.renderer);
  info.max_texture_extent = limit32(GL_MAX_TEXTURE_SIZE);
  info.max_draw_buffers = limit32(GL_MAX_DRAW_BUFFERS);
  info.blends_floats = enable_extension("EXT_float_blend");
  info.counts_samples = false;
  // Limit of Chromium's shader translator.
  info.short_programs = true;
}

std::uint32_t promised_subgroup_lanes() {
  return 0;
}

const Dialect& dialect() {
  static constexpr Dialect embedded{"300 es", "",
                                    "#define noperspective\n"
                                    "precision highp float;\n"
                                    "precision highp int;\n"
                                    "precision highp sampler2D;\n"
                                    "precision highp usampler2D;\n"
                                    "precision highp usampler2DArray;\n"};
  return embedded;
}

void watch_errors(std::string&) {}

std::optional<std::string> context_reset() {
  if (!emscripten_is_webgl_context_lost(emscripten_webgl_get_current_context())) return std::nullopt;
  return "the browser has stopped the graphics of this page";
}

}  // namespace texelsort::gpu
