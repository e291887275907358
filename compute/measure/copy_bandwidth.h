#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "compute/algorithms/core/algorithm.h"
#include "compute/gpu/device.h"

namespace texelsort::measure {

/// How fast a machine copies memory in the way that a backend's passes reach it: a full-screen quad from texture to
/// texture, a dispatch from buffer to buffer, cudaMemcpy within the device, memcpy. Each is measured once, when it is
/// first asked for.
class CopyBandwidth {
 public:
  /// `device` may be null for cpu passes; it outlives this object.
  CopyBandwidth(gpu::Device* device, cuda::ExecutionOptions execution)
      : device_(device), execution_(std::move(execution)) {}

  /// Bytes a second, what is read and what is written counted both: the median of a few copies that are too large for
  /// a graphics card's caches, or short enough for a software renderer. Takes some ten milliseconds the first time.
  /// Throws UnavailableError if the device cannot make such a copy.
  double bytes_per_second(algorithms::Backend backend);

 private:
  gpu::Device* device_;
  cuda::ExecutionOptions execution_;
  std::map<algorithms::Backend, double> known_;
};

}  // namespace texelsort::measure
