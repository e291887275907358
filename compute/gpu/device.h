#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/gpu/objects.h"
#include "compute/gpu/shader_library.h"

namespace texelsort::gpu {

class Executor;
class ProgramCache;

/// The device was reset: all that it held is gone, and only a new context helps.
struct DeviceResetError : UnavailableError {
  using UnavailableError::UnavailableError;
};

/// What times were read from.
enum class Clock : std::uint8_t { gl_timestamp, fenced_wall, cpu_steady, cuda_event, cpu_kernels };

std::string_view name(Clock clock);  ///< "GL_TIMESTAMP", "fenced wall time", "steady_clock", "CUDA events"

struct DeviceInfo {
  std::string vendor, renderer, version;
  std::string platform;                  ///< how the context was made: "EGL device 0", "EGL surfaceless", "window"
  std::string api = "OpenGL";            ///< or "OpenGL ES", which is what WebGL is
  int major = 0, minor = 0;              ///< its version
  bool software = false;                 ///< a CPU rasteriser (llvmpipe, softpipe, SwiftShader)
  bool compute = false;                  ///< OpenGL 4.3: compute shaders and storage buffers
  bool stores_images = false;            ///< from fragments; and draws that have no attachments
  bool blends_floats = true;             ///< into 32-bit channels
  bool counts_samples = true;            ///< occlusion queries count; else they say whether there are any
  bool short_programs = false;           ///< its compiler runs out of memory over ten thousand operations in a row
  std::uint32_t max_texture_extent = 0;  ///< texels a side
  std::uint32_t max_draw_buffers = 0;
  std::uint64_t max_storage_bytes = 0;   ///< of one storage block
  std::uint32_t max_workgroup_size = 0;  ///< invocations
  std::uint32_t max_workgroups = 0;      ///< along x
  std::uint32_t max_shared_bytes = 0;    ///< of one workgroup
  std::uint32_t subgroup_lanes = 0;      ///< invocations that run together, 32; 0: shaders build upon nothing of that
  /// Rounds that all loops of an invocation may go through together: after these the device ends every loop, without a
  /// word.
  std::uint64_t max_loop_rounds = ~std::uint64_t{0};
  bool ends_loops = false;  ///< shaders end loops themselves where a call says that they do, see DeviceOptions
  Clock clock = Clock::fenced_wall;
  std::string clock_reason;           ///< why this clock, from the start-up probe
  bool imports_memory = false;        ///< of other interfaces (EXT_memory_object_fd)
  std::optional<int> cuda_ordinal{};  ///< the CUDA device that is the same one, if EGL says so
};

/// Whether a renderer of that name (GL_RENDERER) is a CPU rasteriser.
bool is_software(std::string_view renderer);

/// One attempt to get a context, and how it went.
struct ContextTrial {
  std::string what;
  bool good = false;
  std::string outcome;
};

struct DeviceOptions {
  bool debug = false;  ///< debug context whose errors throw InternalError at the next check
  std::optional<std::filesystem::path> shader_directory;  ///< disk override; default: $TEXELSORT_SHADER_DIR if set
  std::optional<unsigned> egl_device;  ///< only this one; default: $TEXELSORT_EGL_DEVICE, else hardware before software
  /// For tests: takes the place of the device's own max_loop_rounds, and every shader ends its loops after as many
  /// rounds as its call declares, so that a declaration that is too low shows.
  std::optional<std::uint64_t> loop_rounds = std::nullopt;
};

/// The directory whose files replace shaders: of the options, or else $TEXELSORT_SHADER_DIR; nothing without both.
std::optional<std::filesystem::path> chosen_shader_directory(const DeviceOptions& options = {});

/// An OpenGL context with what belongs to it. One thread; the device outlives every object made on it.
class Device {
 public:
  /// A context without any display: through EGL, devices first, then surfaceless, or the page's canvas. Throws
  /// UnavailableError with all trials in one line.
  static std::unique_ptr<Device> headless(const DeviceOptions& options = {});

  /// The context that the caller has made current (a window's). The caller keeps it alive.
  static std::unique_ptr<Device> adopt(const DeviceOptions& options = {});

  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  void make_current() const;
  const DeviceInfo& info() const;
  const std::vector<ContextTrial>& trials() const;
  Executor& executor();

  /// A program from two files below shaders/, compiled once for each set of defines. Throws ShaderError with file:line
  /// of compile errors.
  const Program& draw_program(const std::string& vertex, const std::string& fragment, const Defines& defines = {});
  const Program& compute_program(const std::string& path, const Defines& defines = {});

  /// What compute_program() compiled for one of its programs, put together anew. Throws InternalError if it is of
  /// another device, or has been forgotten.
  ShaderLibrary::Assembled compute_source(const Program& program) const;

  /// All programs, and the files that they are made of.
  ProgramCache& programs();

  /// Why the device has been reset since the context was made, for people; nothing if it has not, or the context does
  /// not say (GL_ARB_robustness, or OpenGL 4.5). After a reset all objects are gone, and only a new context helps.
  std::optional<std::string> reset_reason() const;

  /// Throws InternalError if OpenGL has reported an error since the last call, DeviceResetError if the device was
  /// reset.
  void check_errors(std::string_view where) const;

 private:
  struct State;
  explicit Device(std::unique_ptr<State> state);
  friend struct DeviceListing list_devices();
  std::unique_ptr<State> state_;
};

/// Every context that can be made here, tried one by one, and what came of it; makes and drops contexts, never throws.
struct DeviceListing {
  std::vector<ContextTrial> trials;
  std::vector<DeviceInfo> devices;
};
DeviceListing list_devices();

}  // namespace texelsort::gpu
