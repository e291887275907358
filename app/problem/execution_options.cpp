#include "app/problem/execution_options.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include <fmt/ranges.h>

#include "app/problem/messages.h"
#include "compute/cuda/device.h"
#include "compute/data/error.h"
#include "compute/data/text/number.h"
#include "compute/gpu/compute_device.h"

namespace texelsort::app {

namespace {

/// Reads CUDA device numbers from "all" or a list such as "0,2". Throws if a device does not exist or is unsuitable.
std::vector<int> read_devices(const std::string& text) {
  const cuda::DeviceList& list = cuda::devices();
  if (!list.reason.empty()) throw UnavailableError("--devices " + text + ": " + list.reason);
  std::vector<int> ordinals;
  if (text == "all") {
    for (const cuda::DeviceInfo& one : list.devices) {
      if (one.unfit.empty()) ordinals.push_back(one.ordinal);
    }
    return ordinals;
  }
  for (std::size_t first = 0; first <= text.size();) {
    const std::size_t end = std::min(text.find(',', first), text.size());
    const auto number = data::read_number<std::uint32_t>(text.substr(first, end - first));
    if (!number || *number >= list.devices.size()) {
      throw UsageError(fmt::format("--devices '{}': expected all, or device numbers below {}, separated by commas",
                                   text, list.devices.size()));
    }
    const cuda::DeviceInfo& device = list.devices[*number];
    if (!device.unfit.empty()) throw UnavailableError(fmt::format("--devices {}: {}", text, device.unfit));
    if (std::ranges::find(ordinals, device.ordinal) != ordinals.end())
      throw UsageError(fmt::format("--devices {}: device {} is named twice", text, device.ordinal));
    ordinals.push_back(device.ordinal);
    first = end + 1;
  }
  return ordinals;
}

}  // namespace

void add_kernel_device_option(const OptionGroup& group, cuda::ExecutionOptions& execution) {
  group.read(
      "--device", "NAME",
      [&execution](const std::string& text) {
        if (text != "auto" && text != "cpu-kernels" && text != "cpu-shaders") {
          throw UsageError(fmt::format("--device '{}': expected auto, cpu-kernels or cpu-shaders", text));
        }
        execution.engine = text == "cpu-kernels" ? cuda::Engine::cpu : cuda::Engine::cuda;
        execution.shaders_on_cpu = text == "cpu-shaders";
      },
      "auto (default: OpenGL, and an NVIDIA device if there is one), cpu-kernels (the CPU executes CUDA kernels thread by "
      "thread) or cpu-shaders (the CPU executes compute shaders invocation by invocation); the CPU checks every access",
      listed("auto, cpu-kernels, cpu-shaders"),
      [&execution] {
        if (execution.shaders_on_cpu) return std::optional<std::string>("cpu-shaders");
        return execution.engine == cuda::Engine::cpu ? std::optional<std::string>("cpu-kernels") : std::nullopt;
      });
}

void add_devices_option(const OptionGroup& group, std::vector<int>& devices) {
  group.read(
      "--devices", "LIST", [&devices](const std::string& text) { devices = read_devices(text); },
      "NVIDIA devices among which sample/distributed@cuda divides the keys: all (default), or numbers such as 0,2; "
      "sort without -a then uses this algorithm",
      {},
      [&devices] {
        return devices.empty() ? std::nullopt : std::optional(fmt::format("{}", fmt::join(devices, ",")));
      });
}

void add_shader_folder_option(const OptionGroup& group, const std::optional<std::string>& folder,
                              const std::string& help, const std::function<void(const std::string&)>& read) {
  group.read("--shader-dir", "DIR", read, help, {}, [&folder] { return folder; });
}

std::string command_line(cuda::ExecutionOptions execution, const std::optional<std::string>& shader_folder) {
  CommandWords words;
  const OptionGroup group(words);
  add_kernel_device_option(group, execution);
  add_devices_option(group, execution.devices);
  add_shader_folder_option(group, shader_folder, "", {});
  return words.line;
}

std::shared_ptr<gpu::ShaderExecution> noting_execution() {
  auto execution = std::make_shared<gpu::ShaderExecution>();
  execution->note = [said = std::make_shared<std::set<std::string>>()](const spirv::Finding& finding) {
    if (said->insert(finding.place).second) say_note(finding.text);
  };
  return execution;
}

}  // namespace texelsort::app
