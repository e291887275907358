#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/problem/option_group.h"
#include "compute/cuda/execution.h"

namespace texelsort::app {

/// Adds --device, which selects what executes CUDA kernels and compute shaders.
void add_kernel_device_option(const OptionGroup& group, cuda::ExecutionOptions& execution);

/// Adds --devices, the option for the NVIDIA devices that share the keys of one sort. `devices` stays empty if the
/// option is not used.
void add_devices_option(const OptionGroup& group, std::vector<int>& devices);

/// Adds --shader-dir, the option for the folder whose files replace built-in shaders. `folder` is the present value,
/// and `read` is called with the new one.
void add_shader_folder_option(const OptionGroup& group, const std::optional<std::string>& folder,
                              const std::string& help, const std::function<void(const std::string&)>& read);

/// Writes the options --device, --devices and --shader-dir that are set: " --device cpu-kernels --devices 0,1
/// --shader-dir DIR".
std::string command_line(cuda::ExecutionOptions execution, const std::optional<std::string>& shader_folder);

}  // namespace texelsort::app
