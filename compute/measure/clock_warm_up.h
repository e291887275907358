#pragma once

#include <atomic>
#include <chrono>

#include "compute/gpu/executor.h"

namespace texelsort::measure {

/// Time of the last work of a GPU, as far as this program knows. Functions may be called by several threads.
class GpuRest {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// Returns whether the GPU may have lowered its clock: it has not worked yet, or not within the last 100 ms.
  bool is_long(Time now) const;
  void worked(Time now) { last_ = now; }
  /// Records that another program has used the GPU until now. No effect before the first work of this program.
  void worked_elsewhere(Time now);

 private:
  std::atomic<Time> last_{Time::min()};
};

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
  /// Records that another program, whose turn it was, has used the GPU until now.
  static void worked_elsewhere();

 private:
  void copy_for(std::chrono::duration<double> time);

  gpu::Device* device_ = nullptr;
  gpu::Buffer from_, to_;
  const gpu::Program* program_ = nullptr;
};

}  // namespace texelsort::measure
