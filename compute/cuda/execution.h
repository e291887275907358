#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compute/simt/options.h"

namespace texelsort::cuda {

/// Device kind that executes kernels.
enum class Engine : std::uint8_t {
  cuda,  ///< an NVIDIA device
  cpu,   ///< the CPU, which executes kernels thread by thread; see compute/simt
};

/// Returns the engine of the device that use() has selected for this thread. Before any call of use(), returns `cuda`
/// if an NVIDIA device exists, and otherwise `cpu`.
Engine present_engine();

/// Engine and devices that execute the kernels of a run. A problem passes these options to the code that plans and
/// starts its runs.
struct ExecutionOptions {
  Engine engine = Engine::cuda;  ///< engine of the kernels; `cuda` selects the CPU if there is no NVIDIA device
  /// CUDA ordinals of the devices of a multi-device sort, one rank after another. Empty means all usable devices.
  std::vector<int> devices{};
  bool shaders_on_cpu = false;            ///< true if the CPU executes compute shaders, with every access checked
  std::optional<simt::Options> on_cpu{};  ///< options of kernels on the CPU; null means simt::usual_options()
  bool operator==(const ExecutionOptions&) const = default;
};

}  // namespace texelsort::cuda
