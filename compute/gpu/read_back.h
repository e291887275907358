#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "compute/gpu/buffer.h"
#include "compute/gpu/device.h"

namespace texelsort::gpu {

/// Room in the host's memory into which the device copies a small result that decides what comes next. The host asks
/// again and again whether it is there: the driver of an H200 (580.159) takes about 1.3 ms for what glGetBufferSubData
/// reads back, most of which it sleeps. Where the host's processor is the device it reads as Buffer does.
class ReadBack {
 public:
  ReadBack(const DeviceInfo& device, std::uint64_t most_bytes);

  /// Bytes of a buffer from `offset` on; waits for all that OpenGL was told before.
  void read(const Buffer& buffer, std::uint64_t offset, std::span<std::byte> bytes) const;

 private:
  Handle room_;
  const std::byte* mapped_ = nullptr;  ///< none: reads as Buffer does
  std::uint64_t size_;
};

}  // namespace texelsort::gpu
