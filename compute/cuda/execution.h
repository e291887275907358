#pragma once

#include <optional>
#include <vector>

#include "compute/cuda/engine.h"
#include "compute/simt/options.h"

namespace texelsort::cuda {

/// Engine and devices of a run's kernels. A problem passes them to the code that plans and starts its runs.
struct ExecutionOptions {
  Engine engine = Engine::cuda;  ///< cuda: an NVIDIA device if there is one, otherwise the CPU
  /// CUDA ordinals of the devices for a multi-device sort, in this order. Empty means all usable devices.
  std::vector<int> devices{};
  std::optional<simt::Options> on_cpu{};  ///< how the CPU executes kernels; simt::usual_options() if null
  bool operator==(const ExecutionOptions&) const = default;
};

}  // namespace texelsort::cuda
