#pragma once

#include <chrono>

#include "compute/gpu/executor.h"

namespace texelsort::measure {

/// Keeps a GPU at its working clock. While the host prepares or checks data, an idle GPU lowers its clock within
/// milliseconds. Raising it takes a few hundred milliseconds, which would distort measurements.
class ClockWarmUp {
 public:
  /// Has no effect if `device` is null, a software renderer or lacks compute shaders.
  explicit ClockWarmUp(gpu::Device* device);

  /// Copies between two small buffers and waits: long after a long pause, briefly after a short one.
  void wake();
  /// Records that the GPU was busy until now. Has no effect if wake() has none.
  void worked();

 private:
  void copy_for(std::chrono::duration<double> time);

  gpu::Device* device_ = nullptr;
  gpu::Buffer from_, to_;
  const gpu::Program* program_ = nullptr;
};

}  // namespace texelsort::measure
