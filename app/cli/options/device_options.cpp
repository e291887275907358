#include "app/cli/options/device_options.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <utility>

#include "app/cli/doctor/diagnosis.h"
#include "app/problem/execution_options.h"
#include "app/problem/messages.h"
#include "compute/algorithms/default_choice.h"
#include "compute/algorithms/registry.h"
#include "compute/cuda/device.h"
#include "compute/data/error.h"
#include "compute/gpu/compute_device.h"
#include "compute/gpu/probes.h"

namespace texelsort::app {

namespace {

std::string devices_option(cuda::ExecutionOptions execution) {
  CommandWords words;
  add_devices_option(OptionGroup(words), execution.devices);
  return words.line;
}

}  // namespace

void DeviceOptions::add_options_of_one_device(CLI::App& app) {
  const OptionGroup group(app, "Device");
  add_shader_folder_option(group, shader_directory_, "read shaders from this folder before the built-in ones",
                           [this](const std::string& folder) {
                             shader_folder_ = open_shader_folder(folder);
                             require_replaced_shaders(*shader_folder_);
                             shader_directory_ = folder;
                           });
  add_kernel_device_option(group, execution_);
}

void DeviceOptions::add_options(CLI::App& app) {
  add_options_of_one_device(app);
  add_devices_option(OptionGroup(app, "Device"), execution_.devices);
}

void require_used_devices(std::span<const algorithms::Algorithm* const> chosen,
                          const cuda::ExecutionOptions& execution) {
  if (const auto backend = algorithms::requested_backend(execution)) {
    const auto fits = [&](const algorithms::Algorithm* one) { return one->info().backend == *backend; };
    if (!chosen.empty() && std::ranges::none_of(chosen, fits)) {
      const bool kernels = *backend == algorithms::Backend::cuda;
      throw UsageError(
          fmt::format("--device {} executes only {}, but {} has none: leave out --device, or choose another algorithm",
                      kernels ? "cpu-kernels" : "cpu-shaders", kernels ? "CUDA kernels" : "compute shaders",
                      chosen.front()->info().id));
    }
  }
  if (execution.devices.empty()) return;
  const std::string given = devices_option(execution).substr(1);
  const auto shares = [](const algorithms::Algorithm* one) { return one->info().owns_memory; };
  if (!chosen.empty() && std::ranges::none_of(chosen, shares)) {
    throw UsageError(
        fmt::format("{}: {} runs on only one device: leave out --devices, or choose "
                    "sample/distributed@cuda",
                    given, chosen.front()->info().id));
  }
  if (execution.engine == cuda::Engine::cpu) {
    throw UsageError(given + " names NVIDIA devices, but --device cpu-kernels uses no device: leave out one of them");
  }
}

gpu::Device& DeviceOptions::device() {
  if (device_if_any() == nullptr) throw UnavailableError(failure_);
  return *device_;
}

gpu::Device* DeviceOptions::device_if_any() {
  if (device_ || !failure_.empty()) return device_.get();
  gpu::DeviceOptions options;
  if (shader_directory_) options.shader_directory = *shader_directory_;
  if (execution_.shaders_on_cpu) options.shaders_on_cpu = noting_execution();
  tell_replaced_shaders();
  const auto start = std::chrono::steady_clock::now();
  try {
    device_ = gpu::Device::headless(options);
    starting_ = std::chrono::steady_clock::now() - start;
    const std::string note = fallback_note(device_->info(), device_->trials());
    if (!note.empty()) say_note(note);
  } catch (const UnavailableError& error) {
    failure_ = error.what();
    if (failure_.empty()) failure_ = "no OpenGL context can be created";
  }
  return device_.get();
}

void DeviceOptions::tell_replaced_shaders() {
  if (!shader_folder_ && (shader_folder_ = open_shader_folder(std::nullopt))) require_replaced_shaders(*shader_folder_);
  if (shader_folder_ && !std::exchange(said_replaced_, true)) say_replaced_shaders(*shader_folder_);
}

std::string DeviceOptions::shader_directory() const {
  return shader_folder_ ? shader_folder_->path.string() : std::string();
}

std::string DeviceOptions::shader_path(const std::string& shader) const {
  if (shader_folder_ && std::filesystem::is_regular_file(shader_folder_->path / shader)) {
    return (shader_folder_->path / shader).lexically_normal().string();
  }
  // Shaders of a user's sort have the path of its folder. No built-in shader has such a path.
  if (std::filesystem::is_regular_file(shader)) return std::filesystem::path(shader).lexically_normal().string();
  return "shaders/" + shader;
}

std::vector<std::string> DeviceOptions::replaced_shaders() const {
  return shader_folder_ ? shader_folder_->survey.replaced : std::vector<std::string>{};
}

void DeviceOptions::release() {
  device_.reset();
}

gpu::Device* DeviceOptions::device_if_faster() {
  const bool other_shaders = !command_line().empty();
  if (!device_ && !other_shaders && gpu::has_only_software() && !cuda::devices().reason.empty()) return nullptr;
  return device_if_any();
}

gpu::Device* DeviceOptions::device_if_any(const algorithms::Algorithm& algorithm) {
  return algorithm.info().backend == algorithms::Backend::cpu ? nullptr : device_if_any();
}

gpu::Device* DeviceOptions::device_for(const algorithms::Algorithm& algorithm) {
  if (algorithm.info().owns_memory) return device_if_any();
  return algorithm.info().backend == algorithms::Backend::cpu ? nullptr : &device();
}

std::string DeviceOptions::command_line() const {
  return app::command_line(execution_, shader_directory_);
}

bool uses_winners(const AlgorithmOptions& algorithm, const DeviceOptions& device) {
  return algorithm.undecided() && device.command_line().empty();
}

}  // namespace texelsort::app
