#pragma once

#include <cstdint>

namespace texelsort::gpu {

/// Transfers between host and device of one thread since its start, by OpenGL and CUDA. Differences prove that
/// transfers were avoided.
struct TransferLog {
  std::uint64_t to_device_bytes = 0, from_device_bytes = 0;
  /// Bytes of copies that replace memory shared by OpenGL and CUDA; included in both sums.
  std::uint64_t staged_bytes = 0;
  std::uint64_t maps = 0, unmaps = 0;  ///< how often all buffers of a run were mapped for CUDA, and unmapped
  bool operator==(const TransferLog&) const = default;
};

/// Returns this thread's counters, for reading and for counting. Each thread uses its own device.
TransferLog& transfers();

}  // namespace texelsort::gpu
