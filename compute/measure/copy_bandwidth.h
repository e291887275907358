#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "compute/algorithms/core/algorithm.h"
#include "compute/gpu/device.h"

namespace texelsort::measure {

/// Copy bandwidth of a machine for each backend. Backends copy by a full-screen quad between textures, a dispatch
/// between buffers, cudaMemcpy within the device, or memcpy. Each bandwidth is measured on first use.
class CopyBandwidth {
 public:
  /// Uses `device` for the backends that run on it. It may be null if only the bandwidth of the CPU is of interest. The
  /// device must outlive this object.
  CopyBandwidth(gpu::Device* device, cuda::ExecutionOptions execution)
      : device_(device), execution_(std::move(execution)) {}

  /// Returns the bandwidth of a backend in bytes per second, reads and writes together: the median of several copies.
  /// On a GPU, the copies exceed the caches. The first call takes about ten milliseconds. Throws UnavailableError if
  /// the device cannot make such a copy.
  double bytes_per_second(algorithms::Backend backend);

 private:
  gpu::Device* device_;
  cuda::ExecutionOptions execution_;
  std::map<algorithms::Backend, double> known_;
};

}  // namespace texelsort::measure
