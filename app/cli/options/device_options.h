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

/// Returns whether tuned values replace the default. They do not if the user names values, and they do not apply to
/// replaced shaders or to kernels on the CPU.
bool uses_winners(const AlgorithmOptions& algorithm, const DeviceOptions& device);

/// Options --shader-dir and --device, and a headless device. The device is created on first use, so that CPU algorithms
/// work on machines without OpenGL.
class DeviceOptions {
 public:
  void add_options(CLI::App& app);
  /// Adds the options without --devices, for commands that never distribute keys among devices.
  void add_options_of_one_device(CLI::App& app);

  /// Returns the engine and the devices of --device and --devices.
  const cuda::ExecutionOptions& execution() const { return execution_; }

  /// Returns null for a CPU algorithm. Throws UnavailableError if the algorithm needs OpenGL and no context can be
  /// created.
  gpu::Device* device_for(const algorithms::Algorithm& algorithm);

  /// Returns null for a CPU algorithm, and if no OpenGL context can be created. failure() then gives the reason.
  gpu::Device* device_if_any();
  gpu::Device* device_if_any(const algorithms::Algorithm& algorithm);
  /// Returns null also if the machine has no CUDA device and renders OpenGL on the CPU. Sorts without a named algorithm
  /// are then faster on the processors directly.
  gpu::Device* device_if_faster();
  const std::string& failure() const { return failure_; }
  /// Destroys the created device and frees its memory.
  void release();

  /// The created device. Null if none was needed yet.
  const gpu::Device* device_in_use() const { return device_.get(); }

  /// Throws UnavailableError if no OpenGL context can be created.
  gpu::Device& device();

  /// Time to create the device.
  std::chrono::nanoseconds starting() const { return starting_; }

  /// Returns the given options in the form of app::command_line().
  std::string command_line() const;

  /// Returns the folder of --shader-dir or TEXELSORT_SHADER_DIR. Empty if there is none.
  std::string shader_directory() const;
  /// Returns the sorted paths of the replaced built-in shaders, such as "networks/step.comp".
  std::vector<std::string> replaced_shaders() const;
  /// Returns a shader's path for messages: the file that replaces it, or "shaders/networks/step.comp".
  std::string shader_path(const std::string& shader) const;
  /// Surveys the shader folder without creating a device, and prints which shaders are replaced. Throws UsageError for
  /// a folder that replaces none.
  void tell_replaced_shaders();
  /// Suppresses the note about replaced shaders, because another process prints it.
  void leave_telling_to_others() { said_replaced_ = true; }

 private:
  cuda::ExecutionOptions execution_;
  std::optional<std::string> shader_directory_;
  std::optional<ShaderFolder> shader_folder_;  ///< empty while only built-in shaders are in use
  bool said_replaced_ = false;
  std::unique_ptr<gpu::Device> device_;
  std::string failure_;
  std::chrono::nanoseconds starting_{};
};

/// Throws UsageError if --devices was given and none of these algorithms distributes keys among devices.
void require_used_devices(std::span<const algorithms::Algorithm* const> chosen,
                          const cuda::ExecutionOptions& execution);

}  // namespace texelsort::app
