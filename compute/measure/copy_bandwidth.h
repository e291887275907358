#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "compute/algorithms/core/algorithm.h"
#include "compute/gpu/device.h"

namespace texelsort::measure {

/// Copy bandwidth of a machine, for each backend's kind of access: a full-screen quad between textures, a dispatch
/// between buffers, cudaMemcpy within the device, or memcpy. Each is measured on first use.
class CopyBandwidth {
 public:
  /// `device` may be null for cpu passes. It must outlive this object.
  CopyBandwidth(gpu::Device* device, cuda::ExecutionOptions execution)
      : device_(device), execution_(std::move(execution)) {}

  /// Returns the bytes read and written per second: the median of several copies. The copies exceed a GPU's caches, but
  /// are short for a software renderer. The first call takes about ten milliseconds. Throws UnavailableError if the
  /// device cannot make such a copy.
  double bytes_per_second(algorithms::Backend backend);

 private:
  gpu::Device* device_;
  cuda::ExecutionOptions execution_;
  std::map<algorithms::Backend, double> known_;
};

}  // namespace texelsort::measure
