#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/problem/option_group.h"
#include "compute/cuda/execution.h"

namespace texelsort::gpu {
struct ShaderExecution;
}

namespace texelsort::app {

/// Adds --device, which selects what executes CUDA kernels and compute shaders.
void add_kernel_device_option(const OptionGroup& group, cuda::ExecutionOptions& execution);

/// Adds --devices, which selects the NVIDIA devices that together sort the keys. `devices` stays empty without this
/// option.
void add_devices_option(const OptionGroup& group, std::vector<int>& devices);

/// Returns how the CPU executes shaders for --device cpu-shaders. Findings in users' shaders become notes, each place
/// once, so that their sorts run on.
std::shared_ptr<gpu::ShaderExecution> noting_execution();

/// Adds --shader-dir, which names the folder whose files replace built-in shaders. The group writes `folder` to a
/// command line. If the option is parsed, it calls `read` with the folder.
void add_shader_folder_option(const OptionGroup& group, const std::optional<std::string>& folder,
                              const std::string& help, const std::function<void(const std::string&)>& read);

/// Writes the options --device, --devices and --shader-dir that are set: " --device cpu-kernels --devices 0,1
/// --shader-dir DIR".
std::string command_line(cuda::ExecutionOptions execution, const std::optional<std::string>& shader_folder);

}  // namespace texelsort::app
