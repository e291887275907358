#pragma once

#include <chrono>

#include "compute/gpu/executor.h"

namespace texelsort::measure {

/// Keeps a GPU at its working clock between samples. While the host prepares or checks data, an idle GPU lowers its
/// clock within milliseconds. Raising the clock takes a few hundred milliseconds, which would distort the samples.
class ClockWarmUp {
 public:
  /// Prepares the copies that warm up a GPU. All functions do nothing if `device` is null, is a software renderer or
  /// lacks compute shaders.
  explicit ClockWarmUp(gpu::Device* device);

  /// Warms up the GPU by copies between two small buffers, and waits for them. Copies for 300 ms after a long pause of
  /// the GPU, and for 10 ms after a short one.
  void wake();
  /// Keeps the GPU busy while the host queues passes, see gpu::Executor::keep_busy.
  void keep_busy();
  /// Records that the GPU was busy until now, so that the next warm-up is short.
  void worked();

 private:
  void copy_for(std::chrono::duration<double> time);

  gpu::Device* device_ = nullptr;
  gpu::Buffer from_, to_;
  const gpu::Program* program_ = nullptr;
};

}  // namespace texelsort::measure
