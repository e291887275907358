#pragma once

#include <optional>
#include <vector>

#include "compute/cuda/engine.h"
#include "compute/simt/options.h"

namespace texelsort::cuda {

/// Where a run's kernels are executed, and how. Problems carry it to whatever plans and starts their runs.
struct ExecutionOptions {
  Engine engine = Engine::cuda;  ///< cuda: an NVIDIA device if there is one, otherwise the CPU
  /// CUDA's numbers of the devices that share a sort across several, in this order; empty: all that are fit.
  std::vector<int> devices{};
  std::optional<simt::Options> on_cpu{};  ///< how the CPU executes kernels; none: simt::usual_options()
  bool operator==(const ExecutionOptions&) const = default;
};

}  // namespace texelsort::cuda
