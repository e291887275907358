#include "compute/gpu/device.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/gpu/buffer.h"
#include "compute/gpu/clock_probe.h"
#include "compute/gpu/egl_context.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/first_use.h"
#include "compute/gpu/gl.h"
#include "compute/gpu/program_cache.h"

namespace texelsort::gpu {

std::string_view name(Clock clock) {
  switch (clock) {
    case Clock::gl_timestamp:
      return "GL_TIMESTAMP";
    case Clock::fenced_wall:
      return "fenced wall time";
    case Clock::cpu_steady:
      return "steady_clock";
    case Clock::cuda_event:
      return "CUDA events";
    case Clock::cpu_kernels:
      return "steady_clock, kernels executed by the CPU: no GPU's time";
  }
  return "";
}

struct Device::State {
  std::unique_ptr<EglContext> context;  // null when adopted; first, so that it is destroyed last
  DeviceInfo info;
  std::vector<ContextTrial> trials;
  ProgramCache programs{ShaderLibrary(std::nullopt)};
  std::unique_ptr<Executor> executor;
  bool debug = false;
  std::optional<std::uint64_t> loop_rounds;
  mutable std::string debug_error;
  mutable std::optional<std::string> reset;  ///< OpenGL tells of it once
};

namespace {

void load_functions() {
  glewExperimental = GL_TRUE;
  const GLenum result = glewInit();
  // Debian builds GLEW for GLX: without an X display it reports 4 although every function was loaded.
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

/// Rounds after which llvmpipe leaves the loops of an invocation, all of them together
/// (LP_MAX_TGSI_LOOP_ITERATIONS of Mesa 22, lp_bld_limits.h); what other software does is not known to be better.
constexpr std::uint64_t software_loop_rounds = 65'535;

DeviceInfo read_info(const std::string& platform) {
  DeviceInfo info;
  info.platform = platform;
  info.vendor = string_of(GL_VENDOR);
  info.renderer = string_of(GL_RENDERER);
  info.version = string_of(GL_VERSION);
  info.major = static_cast<int>(limit(GL_MAJOR_VERSION));
  info.minor = static_cast<int>(limit(GL_MINOR_VERSION));
  info.software = is_software(info.renderer);
  if (info.software) info.max_loop_rounds = software_loop_rounds;
  info.max_texture_extent = limit32(GL_MAX_TEXTURE_SIZE);
  info.max_draw_buffers = limit32(GL_MAX_DRAW_BUFFERS);
  info.compute = (info.major > 4 || (info.major == 4 && info.minor >= 3)) && glDispatchCompute != nullptr;
  info.imports_memory = imports_memory();
  if (info.compute) {
    info.max_storage_bytes = limit(GL_MAX_SHADER_STORAGE_BLOCK_SIZE);
    info.max_workgroup_size = limit32(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS);
    info.max_shared_bytes = limit32(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE);
    GLint groups = 0;
    glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &groups);
    info.max_workgroups = static_cast<std::uint32_t>(groups);
  }
  return info;
}

void GLAPIENTRY on_debug_message(GLenum source, GLenum type, GLuint, GLenum severity, GLsizei, const GLchar* message,
                                 const void* user) {
  if (type != GL_DEBUG_TYPE_ERROR && type != GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR) return;
  if (severity == GL_DEBUG_SEVERITY_NOTIFICATION) return;
  if (source == GL_DEBUG_SOURCE_SHADER_COMPILER) return;  // whoever compiles looks at what came of it
  std::string& error = *const_cast<std::string*>(static_cast<const std::string*>(user));
  if (error.empty()) error = message;
}

std::optional<unsigned> chosen_egl_device(const DeviceOptions& options) {
  if (options.egl_device) return options.egl_device;
  const char* text = std::getenv("TEXELSORT_EGL_DEVICE");
  if (text == nullptr || *text == '\0') return std::nullopt;
  char* end = nullptr;
  const unsigned long number = std::strtoul(text, &end, 10);
  if (*end != '\0') throw UsageError(fmt::format("TEXELSORT_EGL_DEVICE is '{}', expected a number", text));
  return static_cast<unsigned>(number);
}

std::optional<std::filesystem::path> chosen_shader_directory(const DeviceOptions& options) {
  if (options.shader_directory) return options.shader_directory;
  const char* text = std::getenv("TEXELSORT_SHADER_DIR");
  if (text == nullptr || *text == '\0') return std::nullopt;
  return std::filesystem::path(text);
}

std::string one_line(const std::vector<ContextTrial>& trials) {
  std::string text;
  for (const ContextTrial& trial : trials)
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", trial.what, trial.outcome);
  return text.empty() ? "EGL offers no device and no surfaceless platform" : text;
}

}  // namespace

bool is_software(std::string_view renderer) {
  constexpr std::string_view names[] = {"llvmpipe", "softpipe", "SwiftShader", "swrast", "Software"};
  return std::ranges::any_of(names, [&](auto known) { return renderer.find(known) != std::string_view::npos; });
}

Device::Device(std::unique_ptr<State> state) : state_(std::move(state)) {
  load_functions();
  ContextTrial& trial = state_->trials.back();
  state_->info = read_info(trial.what);
  state_->info.cuda_ordinal = current_cuda_ordinal();
  state_->info.ends_loops = state_->loop_rounds.has_value();
  const std::string printed = trial.outcome.empty() ? "" : "; it printed: " + trial.outcome;
  trial.outcome =
      fmt::format("OpenGL {}.{}, {}{}", state_->info.major, state_->info.minor, state_->info.renderer, printed);
  if (state_->debug && state_->info.compute) {
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(on_debug_message, &state_->debug_error);
  }
  state_->executor = std::make_unique<Executor>(*this);
  const ClockChoice choice = probe_clock(*this);
  state_->info.clock = choice.clock;
  state_->info.clock_reason = choice.reason;
  if (state_->loop_rounds) state_->info.max_loop_rounds = *state_->loop_rounds;
}

Device::~Device() {
  // Objects need their context current to be deleted.
  if (state_->context) state_->context->make_current();
  state_->executor.reset();
  state_->programs.clear();
}

std::unique_ptr<Device> Device::headless(const DeviceOptions& options) {
  auto state = std::make_unique<State>();
  state->programs = ProgramCache(ShaderLibrary(chosen_shader_directory(options), options.loop_rounds.has_value()));
  state->debug = options.debug;
  state->loop_rounds = options.loop_rounds;
  for (const EglCandidate& candidate : egl_candidates(chosen_egl_device(options))) {
    ContextTrial trial;
    state->context = make_egl_context(candidate, options.debug, trial);
    state->trials.push_back(trial);
    if (state->context) return std::unique_ptr<Device>(new Device(std::move(state)));
  }
  throw UnavailableError(
      fmt::format("no OpenGL 3.3 context can be made ({}); install a driver or Mesa's software renderer "
                  "(package libgl1-mesa-dri), or choose an algorithm that ends in @cpu",
                  one_line(state->trials)));
}

std::unique_ptr<Device> Device::adopt(const DeviceOptions& options) {
  auto state = std::make_unique<State>();
  state->programs = ProgramCache(ShaderLibrary(chosen_shader_directory(options), options.loop_rounds.has_value()));
  state->debug = options.debug;
  state->loop_rounds = options.loop_rounds;
  state->trials.push_back({"window", true, ""});
  return std::unique_ptr<Device>(new Device(std::move(state)));
}

void Device::make_current() const {
  if (state_->context) state_->context->make_current();
}

const DeviceInfo& Device::info() const {
  return state_->info;
}
const std::vector<ContextTrial>& Device::trials() const {
  return state_->trials;
}
Executor& Device::executor() {
  return *state_->executor;
}
ProgramCache& Device::programs() {
  return state_->programs;
}

const Program& Device::draw_program(const std::string& vertex, const std::string& fragment, const Defines& defines) {
  return state_->programs.get(vertex, fragment, defines);
}

const Program& Device::compute_program(const std::string& path, const Defines& defines) {
  if (!state_->info.compute) {
    throw UnavailableError(fmt::format("{}.{} of this device has no compute shaders; they need OpenGL 4.3",
                                       state_->info.major, state_->info.minor));
  }
  return state_->programs.get(path, "", defines);
}

ShaderLibrary::Assembled Device::compute_source(const Program& program) const {
  return state_->programs.source(program).front().source;
}

std::optional<std::string> Device::reset_reason() const {
  const auto status = glGetGraphicsResetStatus != nullptr      ? glGetGraphicsResetStatus()
                      : glGetGraphicsResetStatusARB != nullptr ? glGetGraphicsResetStatusARB()
                                                               : GLenum{GL_NO_ERROR};
  if (status == GL_GUILTY_CONTEXT_RESET) {
    state_->reset = "what this program had it do made it stop answering, as a shader does that never ends";
  } else if (status == GL_INNOCENT_CONTEXT_RESET) {
    state_->reset = "another program made it stop answering";
  } else if (status != GL_NO_ERROR) {
    state_->reset = "its driver gives no reason";
  }
  return state_->reset;
}

void Device::check_errors(std::string_view where) const {
  const GLenum error = glGetError();
  const std::string message = std::exchange(state_->debug_error, {});
  constexpr GLenum context_lost = 0x0507;  // GL_CONTEXT_LOST of OpenGL 4.5
  if (error == context_lost) {
    throw DeviceResetError(fmt::format("the GPU was reset: {}", reset_reason().value_or("its driver gives no reason")));
  }
  if (error == GL_OUT_OF_MEMORY)
    throw UnavailableError(fmt::format("{}: the device is out of memory; choose a smaller n", where));
  if (error != GL_NO_ERROR || !message.empty()) {
    throw InternalError(fmt::format("{}: OpenGL error {:#x} {}", where, error, message));
  }
}

DeviceListing list_devices() {
  DeviceListing listing;
  std::vector<EglCandidate> candidates;
  try {
    candidates = egl_candidates(std::nullopt);
  } catch (const Error& error) {
    listing.trials.push_back({"EGL", false, error.what()});
  }
  for (const EglCandidate& candidate : candidates) {
    auto state = std::make_unique<Device::State>();
    ContextTrial trial;
    state->context = make_egl_context(candidate, false, trial);
    if (state->context) {
      state->trials.push_back(trial);
      try {
        const std::unique_ptr<Device> device(new Device(std::move(state)));
        listing.devices.push_back(device->info());
        trial = device->trials().back();
      } catch (const Error& error) {
        trial = {candidate.what, false, error.what()};
      }
    }
    listing.trials.push_back(trial);
  }
  return listing;
}

}  // namespace texelsort::gpu
