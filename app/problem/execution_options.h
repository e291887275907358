#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/problem/option_group.h"
#include "compute/cuda/execution.h"

namespace texelsort::app {

/// Adds --device: what executes the kernels of algorithms on CUDA.
void add_kernel_device_option(const OptionGroup& group, cuda::Engine& engine);

/// Adds --devices: the NVIDIA devices that share the keys of one sort. Empty: not given.
void add_devices_option(const OptionGroup& group, std::vector<int>& devices);

/// Adds --shader-dir: the folder whose files replace built-in shaders. `read` gets it; `folder` is its present value.
void add_shader_folder_option(const OptionGroup& group, const std::optional<std::string>& folder,
                              const std::string& help, const std::function<void(const std::string&)>& read);

/// Writes the three options as far as they are given: " --device cpu-kernels --devices 0,1 --shader-dir DIR".
std::string command_line(cuda::ExecutionOptions execution, const std::optional<std::string>& shader_folder);

}  // namespace texelsort::app
