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

class ComputeDevice;
class Executor;
struct ForeignShader;
class ProgramCache;
struct ShaderExecution;

/// Error: the device was reset, so that all its objects are lost. Only a new context helps.
struct DeviceResetError : UnavailableError {
  using UnavailableError::UnavailableError;
};

/// Source of measured times.
enum class Clock : std::uint8_t { gl_timestamp, fenced_wall, cpu_steady, cuda_event, cpu_kernels };

std::string_view name(Clock clock);  ///< "GL_TIMESTAMP", "fenced wall time", "steady_clock", "CUDA events"

struct DeviceInfo {
  std::string vendor, renderer, version;
  std::string platform;         ///< origin of the context: "EGL device 0", "EGL surfaceless", "window"
  std::string api = "OpenGL";   ///< name of the API: "OpenGL", or "OpenGL ES" for WebGL
  int major = 0, minor = 0;     ///< version of the API
  bool software = false;        ///< true for a CPU rasteriser (llvmpipe, softpipe, SwiftShader)
  bool draws = true;            ///< false without an OpenGL context: only compute shaders can run
  bool shaders_on_cpu = false;  ///< true if the CPU executes compute shaders invocation by invocation
  bool compute = false;         ///< true if there are compute shaders and storage buffers (OpenGL 4.3)
  bool stores_images = false;   ///< true if fragments can store to images, and draws need no attachments
  bool blends_floats = true;    ///< true if 32-bit channels can be blended
  /// True if occlusion queries count samples; otherwise, they report only if there are any.
  bool counts_samples = true;
  bool short_programs = false;  ///< true if the compiler runs out of memory for ten thousand operations in a row
  std::uint32_t max_texture_extent = 0;  ///< maximum texels per side of a texture
  std::uint32_t max_draw_buffers = 0;
  std::uint64_t max_storage_bytes = 0;   ///< maximum bytes per storage block
  std::uint32_t max_workgroup_size = 0;  ///< maximum invocations per workgroup
  std::uint32_t max_workgroups = 0;      ///< maximum workgroups along x
  std::uint32_t max_shared_bytes = 0;    ///< maximum bytes of shared memory per workgroup
  std::uint32_t subgroup_lanes = 0;      ///< invocations per subgroup: 32, or 0 if shaders must not rely on subgroups
  /// Maximum iterations of all loops of an invocation together. Beyond this, the device silently ends every loop.
  std::uint64_t max_loop_rounds = ~std::uint64_t{0};
  bool ends_loops = false;  ///< true if shaders end loops at the declared limit of a call, see DeviceOptions
  Clock clock = Clock::fenced_wall;
  std::string clock_reason;           ///< reason for the clock, from the start-up probe
  std::uint32_t busy_rounds = 0;      ///< see ClockChoice
  bool imports_memory = false;        ///< true if OpenGL can import memory of other interfaces (EXT_memory_object_fd)
  std::optional<int> cuda_ordinal{};  ///< CUDA ordinal of the same device, if EGL reports it
};

/// Returns whether the renderer (GL_RENDERER) is a CPU rasteriser.
bool is_software(std::string_view renderer);

/// Attempt to create a context, and its outcome.
struct ContextTrial {
  std::string what;
  bool good = false;
  std::string outcome;
};

struct DeviceOptions {
  bool debug = false;  ///< true for a debug context, whose errors throw InternalError at the next check
  /// Folder whose files replace built-in shaders; default: $TEXELSORT_SHADER_DIR.
  std::optional<std::filesystem::path> shader_directory = std::nullopt;
  /// Number of the only device to use; default: $TEXELSORT_EGL_DEVICE, or hardware first.
  std::optional<unsigned> egl_device = std::nullopt;
  /// How the CPU executes compute shaders. Null: OpenGL executes them.
  std::shared_ptr<ShaderExecution> shaders_on_cpu{};
  bool without_context = false;  ///< create no OpenGL context; only for a device whose shaders the CPU executes
  /// Value that replaces the device's max_loop_rounds in tests. Every shader ends its loops after the number of
  /// iterations that its call declares, which reveals declarations that are too low.
  std::optional<std::uint64_t> loop_rounds = std::nullopt;
};

/// Returns the directory whose files replace shaders: from the options, or $TEXELSORT_SHADER_DIR. Null if neither is
/// set.
std::optional<std::filesystem::path> chosen_shader_directory(const DeviceOptions& options = {});

/// OpenGL context with its resources. Bound to one thread; outlives every object made on it.
class Device {
 public:
  /// Creates a context without a display: EGL devices, then EGL surfaceless, or the page's canvas. Throws
  /// UnavailableError with all attempts on one line. If the CPU executes compute shaders, a context
  /// is not required; without one, the device cannot draw.
  static std::unique_ptr<Device> headless(const DeviceOptions& options = {});

  /// Adopts the caller's current context (of a window). The caller keeps it alive.
  static std::unique_ptr<Device> adopt(const DeviceOptions& options = {});

  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  void make_current() const;
  const DeviceInfo& info() const;
  const std::vector<ContextTrial>& trials() const;
  Executor& executor();
  /// Returns what executes the compute shaders of this device.
  ComputeDevice& compute();
  /// Returns how the CPU executes compute shaders. Null if OpenGL executes them.
  const std::shared_ptr<ShaderExecution>& shaders_on_cpu() const;

  /// Returns a program from two files in shaders/, compiled once per set of defines. Throws ShaderError with file:line
  /// of compile errors.
  const Program& draw_program(const std::string& vertex, const std::string& fragment, const Defines& defines = {});
  const Program& compute_program(const std::string& path, const Defines& defines = {});
  /// Returns a program of a compute shader in a user's folder, compiled once. Program::interface() names its inputs.
  /// Throws ShaderError with file:line, or UnavailableError if this device cannot execute the shader.
  const Program& foreign_program(const ForeignShader& shader);
  /// Returns a program that draws with a fragment shader in a user's folder, compiled once. `vertex` is a file of the
  /// folder; if it is empty, one triangle covers the viewport. draw_interface() reports the inputs. Throws ShaderError
  /// with file:line, or UnavailableError if this device does not draw.
  const Program& foreign_draw_program(const ForeignShader& fragment, const std::string& vertex = {});

  /// Reassembles the source of a program from compute_program(). Throws InternalError if the program belongs to another
  /// device or was removed.
  ShaderLibrary::Assembled compute_source(const Program& program) const;

  /// All programs and their source files.
  ProgramCache& programs();

  /// Reason for a device reset since the context was created, for users. Null if there was none, or if the context
  /// cannot report it (needs GL_ARB_robustness or OpenGL 4.5). After a reset, all objects are lost and only a new
  /// context helps.
  std::optional<std::string> reset_reason() const;

  /// Throws InternalError if OpenGL has reported an error since the last call, or DeviceResetError if the device was
  /// reset.
  void check_errors(std::string_view where) const;

 private:
  struct State;
  explicit Device(std::unique_ptr<State> state);
  void make_compute();
  friend struct DeviceListing list_devices();
  std::unique_ptr<State> state_;
};

/// Result of trying every possible context. list_devices() creates and destroys contexts, and never throws.
struct DeviceListing {
  std::vector<ContextTrial> trials;
  std::vector<DeviceInfo> devices;
};
DeviceListing list_devices();

}  // namespace texelsort::gpu
