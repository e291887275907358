#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "compute/algorithms/core/algorithm.h"
#include "compute/gpu/device.h"

namespace texelsort::measure {

/// Copy between two arrays by the means of a backend: a full-screen quad between textures, a dispatch between buffers,
/// cudaMemcpy within the device, or memcpy.
class TimedCopy {
 public:
  virtual ~TimedCopy() = default;
  /// Copies the array `count` times, and returns the time in milliseconds.
  virtual double copy_ms(int count) = 0;
};

/// Allocates the arrays of a copy. Rounds `bytes` up to a multiple of 8 KiB. Throws UnavailableError if the device
/// cannot make such a copy.
std::unique_ptr<TimedCopy> timed_copy(algorithms::Backend backend, gpu::Device* device,
                                      const cuda::ExecutionOptions& execution, std::uint64_t bytes);

/// Control of a comparison of two runs: copies of an array as large as the keys, by the backend of the compared
/// algorithms. No change of an algorithm changes its time, so that a different time in another run means a change of
/// the machine.
class CopyControl {
 public:
  CopyControl(algorithms::Backend backend, gpu::Device* device, const cuda::ExecutionOptions& execution,
              std::uint64_t key_bytes);

  /// Makes the copies and returns their time in milliseconds.
  double sample() { return copy_->copy_ms(copies); }

 private:
  /// Number of copies per sample. A radix sort moves about as many bytes.
  static constexpr int copies = 16;
  std::unique_ptr<TimedCopy> copy_;
};

}  // namespace texelsort::measure
