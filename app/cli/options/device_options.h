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

/// Returns whether tuned values replace the default parameter values. They do not if the user sets parameters, replaces
/// shaders, or executes kernels on the CPU.
bool uses_winners(const AlgorithmOptions& algorithm, const DeviceOptions& device);

/// Options --shader-dir and --device, and the device that they define. The device has no window. It is created on first
/// use, so that CPU algorithms work on machines without OpenGL.
class DeviceOptions {
 public:
  void add_options(CLI::App& app);
  /// Adds all device options except for --devices, for commands that never distribute keys among devices.
  void add_options_of_one_device(CLI::App& app);

  /// Lets the CPU execute compute shaders, as --device cpu-shaders does. Must be called before the device exists.
  void execute_shaders_on_cpu() { execution_.shaders_on_cpu = true; }

  /// Returns the settings of --device and --devices: the engine that executes kernels, and the NVIDIA devices.
  const cuda::ExecutionOptions& execution() const { return execution_; }

  /// Returns the device on which an algorithm runs, or null for a CPU algorithm. Throws UnavailableError if the
  /// algorithm needs OpenGL and no context can be created.
  gpu::Device* device_for(const algorithms::Algorithm& algorithm);

  /// Returns the device, which is created if necessary. Returns null for a CPU algorithm. Also returns null if no
  /// OpenGL context can be created, and failure() then returns the reason.
  gpu::Device* device_if_any();
  gpu::Device* device_if_any(const algorithms::Algorithm& algorithm);
  /// Returns the device if it is faster than the CPU. Returns null if the machine has no CUDA device and only a
  /// software renderer for OpenGL. Also returns null without an OpenGL context.
  gpu::Device* device_if_faster();
  const std::string& failure() const { return failure_; }
  /// Destroys the created device and frees its memory.
  void release();

  /// Returns the device, or null if no function has created it yet.
  const gpu::Device* device_in_use() const { return device_.get(); }

  /// Returns the device, which is created if necessary. Throws UnavailableError if no OpenGL context can be created.
  gpu::Device& device();

  /// Returns the duration of creating the device.
  std::chrono::nanoseconds starting() const { return starting_; }

  /// Returns the used device options as command-line words, each after a space.
  std::string command_line() const;

  /// Returns the folder of --shader-dir or TEXELSORT_SHADER_DIR, or an empty string if neither is set.
  std::string shader_directory() const;
  /// Returns the sorted paths of the built-in shaders that the shader folder replaces, such as "networks/step.comp".
  std::vector<std::string> replaced_shaders() const;
  /// Returns a shader's path for messages: the file that replaces the shader, or "shaders/networks/step.comp".
  std::string shader_path(const std::string& shader) const;
  /// Prints which shaders are replaced, without creating a device. Throws UsageError if the shader folder replaces no
  /// shader.
  void tell_replaced_shaders();
  /// Suppresses the note about replaced shaders. Child processes call this function, because their parent prints the
  /// note.
  void leave_telling_to_others() { said_replaced_ = true; }

 private:
  cuda::ExecutionOptions execution_;
  std::optional<std::string> shader_directory_;
  std::optional<ShaderFolder> shader_folder_;  ///< folder whose files replace shaders; unset if no folder is named
  bool said_replaced_ = false;
  std::unique_ptr<gpu::Device> device_;
  std::string failure_;
  std::chrono::nanoseconds starting_{};
};

/// Throws UsageError if --devices is used and none of the chosen algorithms distributes keys among devices, or if
/// --device names a device that executes none of them.
void require_used_devices(std::span<const algorithms::Algorithm* const> chosen,
                          const cuda::ExecutionOptions& execution);

}  // namespace texelsort::app
