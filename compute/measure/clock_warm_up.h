#pragma once

#include <chrono>

#include "compute/gpu/executor.h"

namespace texelsort::measure {

/// Keeps a graphics card at its working clock. A card that has nothing to do, while the host prepares or checks data,
/// lowers its clock within milliseconds and takes some hundred to raise it again; what is timed meanwhile is the clock.
class ClockWarmUp {
 public:
  /// Does nothing without a device, for software renderers, and without compute shaders.
  explicit ClockWarmUp(gpu::Device* device);

  /// Copies between two small buffers, long after a long pause and briefly after a short one, and waits for the end.
  void wake();
  /// Says that the card has worked until now. It does nothing where wake does nothing.
  void worked();

 private:
  void copy_for(std::chrono::duration<double> time);

  gpu::Device* device_ = nullptr;
  gpu::Buffer from_, to_;
  const gpu::Program* program_ = nullptr;
};

}  // namespace texelsort::measure
