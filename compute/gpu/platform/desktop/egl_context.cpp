#include "compute/gpu/platform/desktop/egl_context.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <thread>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "compute/data/error.h"
#include "compute/data/parallel_tasks.h"
#include "compute/gpu/platform/desktop/captured_errors.h"

namespace texelsort::gpu {
namespace {

class OwnedContext final : public OwnContext {
 public:
  OwnedContext(EGLDisplay display, EGLContext context) : display_(display), context_(context) {}
  ~OwnedContext() override {
    if (eglGetCurrentContext() == context_) {
      eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    }
    // Do not terminate the display: EGL shares it between all users of a device.
    eglDestroyContext(display_, context_);
  }
  void make_current() const override {
    if (!eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_)) {
      throw InternalError(fmt::format("eglMakeCurrent failed with {:#x}", eglGetError()));
    }
  }

 private:
  EGLDisplay display_;
  EGLContext context_;
};

bool contains_word(const char* list, std::string_view word) {
  if (list == nullptr) return false;
  std::string_view rest(list);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (rest.substr(0, end) == word) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

template <typename Function>
Function entry_point(const char* name) {
  return reinterpret_cast<Function>(eglGetProcAddress(name));
}

std::vector<ContextCandidate> egl_devices() {
  const char* client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  if (!contains_word(client, "EGL_EXT_device_enumeration") && !contains_word(client, "EGL_EXT_device_base")) return {};
  const auto query_devices = entry_point<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
  const auto query_string = entry_point<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
  std::array<EGLDeviceEXT, 32> devices{};
  EGLint count = 0;
  if (query_devices == nullptr || !query_devices(static_cast<EGLint>(devices.size()), devices.data(), &count))
    return {};
  std::vector<ContextCandidate> result;
  for (EGLint i = 0; i < count; ++i) {
    const char* extensions = query_string == nullptr ? nullptr : query_string(devices[i], EGL_EXTENSIONS);
    const bool software = contains_word(extensions, "EGL_MESA_device_software");
    result.push_back({fmt::format("EGL device {} ({})", i, software ? "software" : "hardware"), software, devices[i]});
  }
  return result;
}

EGLDisplay open_display(const ContextCandidate& candidate) {
  const auto get_display = entry_point<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  if (get_display == nullptr) return EGL_NO_DISPLAY;
  if (candidate.native_device != nullptr) {
    return get_display(EGL_PLATFORM_DEVICE_EXT, candidate.native_device, nullptr);
  }
  return get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
}

/// Creates a context. EGL 1.5 has an attribute for debug contexts. Older versions need a flag of EGL_KHR_create_context
/// and reject the attribute (Mesa's softpipe has EGL 1.4).
EGLContext create_context(EGLDisplay display, EGLConfig config, bool has_egl_1_5, bool debug) {
  const EGLint debug_attribute = has_egl_1_5 ? EGL_CONTEXT_OPENGL_DEBUG : EGL_CONTEXT_FLAGS_KHR;
  static_assert(EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR == EGL_TRUE, "one value serves both");
  static constexpr std::array<std::array<EGLint, 2>, 5> versions{{{4, 6}, {4, 5}, {4, 3}, {4, 1}, {3, 3}}};
  for (const auto& [major, minor] : versions) {
    const std::array<EGLint, 9> attributes{EGL_CONTEXT_MAJOR_VERSION,
                                           major,
                                           EGL_CONTEXT_MINOR_VERSION,
                                           minor,
                                           EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                           EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                           debug_attribute,
                                           debug ? EGL_TRUE : EGL_FALSE,
                                           EGL_NONE};
    if (const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, attributes.data())) return context;
  }
  return EGL_NO_CONTEXT;
}

/// Throws UnavailableError if memory or threads are scarce, because drivers would then abort or crash.
void require_room_for_driver() {
  constexpr std::size_t bytes = std::size_t{1} << 30;  // Mesa's software renderer needs the most, half of it
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    void* const room = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) throw UnavailableError("OpenGL needs 1 GiB of address space: raise ulimit -v");
    munmap(room, bytes);
  }
  constexpr std::uint64_t others = 8;  // caches and shaders, in addition to the software renderer
  const std::uint64_t threads = std::thread::hardware_concurrency() + others;
  try {
    data::parallel_tasks(threads, [](std::uint64_t) {});
  } catch (const std::system_error&) {
    throw UnavailableError(fmt::format("OpenGL needs {} threads: raise ulimit -u", threads));
  }
}

constexpr EGLint cuda_device_nv = 0x323A;  // not every eglext.h defines it

}  // namespace

void set_driver_defaults() {
  setenv("ZINK_INLINE_UNIFORMS", "0", 0);
}

std::vector<ContextCandidate> context_candidates(std::optional<unsigned> only) {
  require_room_for_driver();
  set_driver_defaults();
  const CapturedErrors printed;
  std::vector<ContextCandidate> devices = egl_devices();
  if (only) {
    if (*only >= devices.size()) {
      throw UsageError(fmt::format("EGL device {} does not exist; this machine has {}: see 'texelsort list devices'",
                                   *only, devices.size()));
    }
    return {devices[*only]};
  }
  std::vector<ContextCandidate> result;
  std::ranges::copy_if(devices, std::back_inserter(result), [](const auto& device) { return !device.software; });
  if (contains_word(eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS), "EGL_MESA_platform_surfaceless")) {
    result.push_back({"EGL surfaceless", false, nullptr});
  }
  std::ranges::copy_if(devices, std::back_inserter(result), [](const auto& device) { return device.software; });
  return result;
}

bool only_software_devices(std::optional<unsigned> only) {
  // With these variables, Mesa may use any device, such as a graphics card's Vulkan via zink.
  for (const char* variable : {"GALLIUM_DRIVER", "MESA_LOADER_DRIVER_OVERRIDE"}) {
    if (const char* driver = std::getenv(variable); driver != nullptr && *driver != '\0') return false;
  }
  const CapturedErrors printed;
  const std::vector<ContextCandidate> devices = egl_devices();
  if (only && *only >= devices.size()) return false;
  const auto is_software = [](const ContextCandidate& device) { return device.software; };
  return only ? is_software(devices[*only]) : !devices.empty() && std::ranges::all_of(devices, is_software);
}

std::unique_ptr<OwnContext> make_context(const ContextCandidate& candidate, bool debug, ContextTrial& trial) {
  trial = {candidate.what, false, ""};
  CapturedErrors printed;
  const auto fail = [&](std::string_view call) {
    const EGLint error = eglGetError();
    const std::string lines = printed.take();
    trial.outcome = fmt::format("{} failed with EGL error {:#x}{}{}", call, error, lines.empty() ? "" : ": ", lines);
    return nullptr;
  };
  const EGLDisplay display = open_display(candidate);
  if (display == EGL_NO_DISPLAY) return fail("eglGetPlatformDisplay");
  EGLint egl_major = 0, egl_minor = 0;
  if (!eglInitialize(display, &egl_major, &egl_minor)) return fail("eglInitialize");
  if (!eglBindAPI(EGL_OPENGL_API)) return fail("eglBindAPI(OpenGL)");
  if (!contains_word(eglQueryString(display, EGL_EXTENSIONS), "EGL_KHR_surfaceless_context")) {
    trial.outcome = "has no EGL_KHR_surfaceless_context";
    return nullptr;
  }
  static constexpr std::array<EGLint, 5> wanted{EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                                EGL_NONE};
  static constexpr std::array<EGLint, 5> any_surface{EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                                     EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (!eglChooseConfig(display, wanted.data(), &config, 1, &count) || count == 0) {
    if (!eglChooseConfig(display, any_surface.data(), &config, 1, &count) || count == 0) return fail("eglChooseConfig");
  }
  const EGLContext context = create_context(display, config, egl_major > 1 || egl_minor >= 5, debug);
  if (context == EGL_NO_CONTEXT) return fail("eglCreateContext (OpenGL 3.3 core or later)");
  auto result = std::make_unique<OwnedContext>(display, context);
  if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return fail("eglMakeCurrent");
  trial.good = true;
  trial.outcome = printed.take();
  return result;
}

std::string_view advice_without_context() {
  return "install a driver or Mesa's software renderer (package libgl1-mesa-dri), or choose an algorithm that ends in "
         "@cpu";
}

std::optional<int> current_cuda_ordinal() {
  const EGLDisplay display = eglGetCurrentDisplay();
  if (display == EGL_NO_DISPLAY) return std::nullopt;
  const auto query_display = entry_point<PFNEGLQUERYDISPLAYATTRIBEXTPROC>("eglQueryDisplayAttribEXT");
  const auto query_device = entry_point<PFNEGLQUERYDEVICEATTRIBEXTPROC>("eglQueryDeviceAttribEXT");
  const auto query_string = entry_point<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
  if (query_display == nullptr || query_device == nullptr || query_string == nullptr) return std::nullopt;
  EGLAttrib device = 0, ordinal = 0;
  if (!query_display(display, EGL_DEVICE_EXT, &device) || device == 0) return std::nullopt;
  const auto native = reinterpret_cast<EGLDeviceEXT>(device);
  if (!contains_word(query_string(native, EGL_EXTENSIONS), "EGL_NV_device_cuda")) return std::nullopt;
  if (!query_device(native, cuda_device_nv, &ordinal)) return std::nullopt;
  return static_cast<int>(ordinal);
}

}  // namespace texelsort::gpu
