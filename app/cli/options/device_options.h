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

/// Returns whether tuned values replace the default. They do not if the user gives values, or if shaders are replaced
/// or the CPU executes the kernels.
bool uses_winners(const AlgorithmOptions& algorithm, const DeviceOptions& device);

/// Options --shader-dir and --device, and the device that they define. It has no window, and is created on first use,
/// so that CPU algorithms work on machines without OpenGL.
class DeviceOptions {
 public:
  void add_options(CLI::App& app);
  /// Adds all options except for --devices. It is for commands that never distribute keys among devices.
  void add_options_of_one_device(CLI::App& app);

  /// Returns the settings of --device and --devices: the engine for kernels and the NVIDIA devices.
  const cuda::ExecutionOptions& execution() const { return execution_; }

  /// Returns the device on which an algorithm runs. Null for a CPU algorithm. Throws UnavailableError if the algorithm
  /// needs OpenGL and no context can be created.
  gpu::Device* device_for(const algorithms::Algorithm& algorithm);

  /// Returns the device if it exists. Null for a CPU algorithm, and if no OpenGL context can be created. failure() then
  /// gives the reason.
  gpu::Device* device_if_any();
  gpu::Device* device_if_any(const algorithms::Algorithm& algorithm);
  /// Returns the device if it is faster than the processors. Null also if the machine has no CUDA device and renders
  /// OpenGL on the CPU.
  gpu::Device* device_if_faster();
  const std::string& failure() const { return failure_; }
  /// Destroys the created device and frees its memory.
  void release();

  /// Returns the device if it was created. Null if it was not needed yet.
  const gpu::Device* device_in_use() const { return device_.get(); }

  /// Returns the device. Throws UnavailableError if no OpenGL context can be created.
  gpu::Device& device();

  /// Returns the time that it took to create the device.
  std::chrono::nanoseconds starting() const { return starting_; }

  /// Returns the given options in the form of app::command_line().
  std::string command_line() const;

  /// Returns the folder of --shader-dir or TEXELSORT_SHADER_DIR. Empty if there is none.
  std::string shader_directory() const;
  /// Returns the sorted paths of the replaced built-in shaders, such as "networks/step.comp".
  std::vector<std::string> replaced_shaders() const;
  /// Returns a shader's path for messages: the file that replaces it, or "shaders/networks/step.comp".
  std::string shader_path(const std::string& shader) const;
  /// Prints which shaders are replaced, without creating a device. Throws UsageError if the shader folder replaces
  /// none.
  void tell_replaced_shaders();
  /// Suppresses the note about replaced shaders, for processes whose parent prints it.
  void leave_telling_to_others() { said_replaced_ = true; }

 private:
  cuda::ExecutionOptions execution_;
  std::optional<std::string> shader_directory_;
  std::optional<ShaderFolder> shader_folder_;  ///< folder with replaced shaders; unset if there are none
  bool said_replaced_ = false;
  std::unique_ptr<gpu::Device> device_;
  std::string failure_;
  std::chrono::nanoseconds starting_{};
};

/// Throws UsageError if --devices was given and none of these algorithms distributes keys among devices.
void require_used_devices(std::span<const algorithms::Algorithm* const> chosen,
                          const cuda::ExecutionOptions& execution);

}  // namespace texelsort::app
