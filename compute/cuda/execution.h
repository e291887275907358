#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compute/simt/options.h"

namespace texelsort::cuda {

/// Executor of kernels.
enum class Engine : std::uint8_t {
  cuda,  ///< an NVIDIA device
  cpu,   ///< the CPU, thread by thread; see compute/simt
};

/// Returns the engine of the device that use() has selected. Before any use(), this is CUDA if there is an NVIDIA
/// device, otherwise the CPU.
Engine present_engine();

/// Engine and devices of a run's kernels. A problem passes them to the code that plans and starts its runs.
struct ExecutionOptions {
  Engine engine = Engine::cuda;  ///< engine of the kernels; `cuda` selects the CPU if there is no NVIDIA device
  /// CUDA ordinals of the devices for a multi-device sort, in this order. Empty means all usable devices.
  std::vector<int> devices{};
  std::optional<simt::Options> on_cpu{};  ///< options for kernels on the CPU; simt::usual_options() if null
  bool operator==(const ExecutionOptions&) const = default;
};

}  // namespace texelsort::cuda
