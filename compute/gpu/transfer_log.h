#pragma once

#include <cstdint>

namespace texelsort::gpu {

/// Bytes of arrays, textures and tables that a thread has sent between host and device since it started, by OpenGL and
/// by CUDA; differences show that something was done without.
struct TransferLog {
  std::uint64_t to_device_bytes = 0, from_device_bytes = 0;
  std::uint64_t staged_bytes = 0;      ///< of these, both ways, what stood in for memory that OpenGL and CUDA share
  std::uint64_t maps = 0, unmaps = 0;  ///< of all of a run's buffers at once, for CUDA and back
  bool operator==(const TransferLog&) const = default;
};

/// For whoever copies to count in, and for whoever wants to know. Each thread has its own, as it has its own device.
TransferLog& transfers();

}  // namespace texelsort::gpu
