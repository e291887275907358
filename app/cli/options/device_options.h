#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/cli/options/shader_folder.h"
#include "app/problem/algorithm_options.h"
#include "app/problem/budget_options.h"
#include "app/problem/problem_options.h"
#include "compute/gpu/device.h"

namespace texelsort::app {

class DeviceOptions;

/// Whether what was measured here goes before the default: not where somebody names values, and not for
/// other shaders, or kernels on the CPU, than were measured.
bool uses_winners(const AlgorithmOptions& algorithm, const DeviceOptions& device);

/// --shader-dir, --device, and a headless device that is made when it is first needed, so that cpu algorithms work on
/// machines without OpenGL.
class DeviceOptions {
 public:
  void add_options(CLI::App& app);
  /// The same for commands in which no sort shares keys among devices: without --devices.
  void add_options_of_one_device(CLI::App& app);

  /// Returns the engine and the devices of --device and --devices.
  const cuda::ExecutionOptions& execution() const { return execution_; }

  /// Null for a cpu algorithm. Throws UnavailableError when the algorithm needs OpenGL and there is none.
  gpu::Device* device_for(const algorithms::Algorithm& algorithm);

  /// Null when no OpenGL context can be made, why is then in `failure()`, and for a cpu algorithm.
  gpu::Device* device_if_any();
  gpu::Device* device_if_any(const algorithms::Algorithm& algorithm);
  /// Null also if this machine has CPU rasterisers only and no CUDA device. Sorts without a named algorithm are then
  /// faster on the processors.
  gpu::Device* device_if_faster();
  const std::string& failure() const { return failure_; }
  /// Gives back the one that has been made, and its memory.
  void release();

  /// The one that has been made; null while none was needed.
  const gpu::Device* device_in_use() const { return device_.get(); }

  /// Throws UnavailableError when no OpenGL context can be made.
  gpu::Device& device();

  /// Time that creating the device took.
  std::chrono::nanoseconds starting() const { return starting_; }

  /// Writes the options that were given, as app::command_line() does.
  std::string command_line() const;

  /// The folder whose files replace shaders, of --shader-dir or of TEXELSORT_SHADER_DIR; empty if there is none.
  std::string shader_directory() const;
  /// Paths of the built-in shaders that files replace, sorted, such as "networks/step.comp".
  std::vector<std::string> replaced_shaders() const;
  /// The path of a shader for people: the file that replaces it, or "shaders/networks/step.comp".
  std::string shader_path(const std::string& shader) const;
  /// Looks at the folder of shaders without making a device, and says which shaders are replaced. Throws UsageError for
  /// a folder that replaces none.
  void tell_replaced_shaders();
  /// Another process has said which shaders are replaced.
  void leave_telling_to_others() { said_replaced_ = true; }

 private:
  cuda::ExecutionOptions execution_;
  std::optional<std::string> shader_directory_;
  std::optional<ShaderFolder> shader_folder_;  ///< nothing while only built-in shaders are known to be used
  bool said_replaced_ = false;
  std::unique_ptr<gpu::Device> device_;
  std::string failure_;
  std::chrono::nanoseconds starting_{};
};

/// Throws UsageError if --devices was given and none of these shares keys among devices.
void require_used_devices(std::span<const algorithms::Algorithm* const> chosen,
                          const cuda::ExecutionOptions& execution);

}  // namespace texelsort::app
