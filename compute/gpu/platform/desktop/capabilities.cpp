#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/gpu/gl.h"
#include "compute/gpu/platform.h"
#include "compute/gpu/shader_library.h"

namespace texelsort::gpu {
namespace {

std::string string_of(GLenum what) {
  const GLubyte* text = glGetString(what);
  return text == nullptr ? "" : reinterpret_cast<const char*>(text);
}

std::uint64_t limit(GLenum what) {
  GLint64 value = 0;
  glGetInteger64v(what, &value);
  return value < 0 ? 0 : static_cast<std::uint64_t>(value);
}

std::uint32_t limit32(GLenum what) {
  return static_cast<std::uint32_t>(limit(what));
}

bool has_extension(std::string_view name) {
  for (GLuint i = 0; i < limit(GL_NUM_EXTENSIONS); ++i) {
    const GLubyte* text = glGetStringi(GL_EXTENSIONS, i);
    if (text != nullptr && name == reinterpret_cast<const char*>(text)) return true;
  }
  return false;
}

/// Total iterations after which llvmpipe leaves the loops of an invocation (LP_MAX_TGSI_LOOP_ITERATIONS of Mesa 22,
/// lp_bld_limits.h). Other software renderers are assumed to be no better.
constexpr std::uint64_t software_loop_rounds = 65'535;

void GLAPIENTRY on_debug_message(GLenum source, GLenum type, GLuint, GLenum severity, GLsizei, const GLchar* message,
                                 const void* user) {
  if (type != GL_DEBUG_TYPE_ERROR && type != GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR) return;
  if (severity == GL_DEBUG_SEVERITY_NOTIFICATION) return;
  if (source == GL_DEBUG_SOURCE_SHADER_COMPILER) return;  // build_program() reports compile errors
  std::string& error = *const_cast<std::string*>(static_cast<const std::string*>(user));
  if (error.empty()) error = message;
}

}  // namespace

void load_functions() {
  glewExperimental = GL_TRUE;
  const GLenum result = glewInit();
  // Debian builds GLEW for GLX: without an X display it returns 4, although all functions are loaded.
  constexpr GLenum no_glx_display = 4;
  if (result != GLEW_OK && result != no_glx_display) {
    throw UnavailableError(
        fmt::format("cannot load OpenGL's functions: {}", reinterpret_cast<const char*>(glewGetErrorString(result))));
  }
  glGetError();  // glewInit leaves GL_INVALID_ENUM behind in core profiles
  if (glCreateProgram == nullptr || glGenVertexArrays == nullptr || glDrawArraysInstanced == nullptr ||
      glQueryCounter == nullptr || glFramebufferTexture2D == nullptr) {
    throw UnavailableError("OpenGL's functions are missing although the context says 3.3 or later");
  }
}

void read_capabilities(DeviceInfo& info) {
  info.vendor = string_of(GL_VENDOR);
  info.renderer = string_of(GL_RENDERER);
  info.version = string_of(GL_VERSION);
  info.major = static_cast<int>(limit(GL_MAJOR_VERSION));
  info.minor = static_cast<int>(limit(GL_MINOR_VERSION));
  info.software = is_software(info.renderer);
  if (info.software) info.max_loop_rounds = software_loop_rounds;
  info.max_texture_extent = limit32(GL_MAX_TEXTURE_SIZE);
  info.max_draw_buffers = limit32(GL_MAX_DRAW_BUFFERS);
  // Images and compute shaders need OpenGL 4.3, like framebuffers without attachments.
  info.stores_images = info.major > 4 || (info.major == 4 && info.minor >= 3);
  info.compute = info.stores_images && glDispatchCompute != nullptr;
  info.imports_memory = GLEW_EXT_memory_object_fd;
  if (!info.compute) return;
  info.max_storage_bytes = limit(GL_MAX_SHADER_STORAGE_BLOCK_SIZE);
  info.max_workgroup_size = limit32(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS);
  info.max_shared_bytes = limit32(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE);
  GLint groups = 0;
  glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &groups);
  info.max_workgroups = static_cast<std::uint32_t>(groups);
}

std::uint32_t promised_subgroup_lanes() {
  // GLEW 2.2 lacks KHR_shader_subgroup.
  constexpr GLenum subgroup_size = 0x9532, supported_stages = 0x9533, supported_features = 0x9534;
  constexpr std::uint64_t basic = 1, arithmetic = 4, ballot = 8, shuffle = 16,
                          needed = basic | arithmetic | ballot | shuffle;
  if (!has_extension("GL_KHR_shader_subgroup")) return 0;
  if ((limit(supported_stages) & GL_COMPUTE_SHADER_BIT) == 0 || (limit(supported_features) & needed) != needed)
    return 0;
  return limit32(subgroup_size);
}

const Dialect& dialect() {
  static constexpr Dialect core{"330 core", "430 core", ""};
  return core;
}

void watch_errors(std::string& error) {
  if (!GLEW_VERSION_4_3) return;
  glEnable(GL_DEBUG_OUTPUT);
  glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
  glDebugMessageCallback(on_debug_message, &error);
}

std::optional<std::string> context_reset() {
  const auto status = glGetGraphicsResetStatus != nullptr      ? glGetGraphicsResetStatus()
                      : glGetGraphicsResetStatusARB != nullptr ? glGetGraphicsResetStatusARB()
                                                               : GLenum{GL_NO_ERROR};
  if (status == GL_NO_ERROR) return std::nullopt;
  if (status == GL_GUILTY_CONTEXT_RESET) {
    return "work of this program, such as an endless shader, made it unresponsive";
  }
  if (status == GL_INNOCENT_CONTEXT_RESET) return "another program made it unresponsive";
  return "the driver gives no reason";
}

}  // namespace texelsort::gpu
