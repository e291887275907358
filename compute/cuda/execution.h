#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compute/simt/options.h"

namespace texelsort::cuda {

/// Kinds of devices that execute CUDA kernels.
enum class Engine : std::uint8_t {
  cuda,  ///< an NVIDIA device
  cpu,   ///< the CPU, which executes kernels thread by thread; see compute/simt
};

/// Returns the engine of the device that use() has selected for this thread. Before any call of use(), returns `cuda`
/// if an NVIDIA device exists, and otherwise `cpu`.
Engine present_engine();

/// Choice of the kind and the devices that execute the kernels of a run.
struct ExecutionOptions {
  /// Kind of device for CUDA kernels; `cuda` selects the CPU if there is no NVIDIA device.
  Engine engine = Engine::cuda;
  /// CUDA ordinals of the devices of a multi-device sort, one rank after another. Empty means all usable devices.
  std::vector<int> devices{};
  /// True if the CPU executes compute shaders, with every memory access checked.
  bool shaders_on_cpu = false;
  std::optional<simt::Options> on_cpu{};  ///< options of kernels on the CPU; null means simt::usual_options()
  bool operator==(const ExecutionOptions&) const = default;
};

}  // namespace texelsort::cuda
