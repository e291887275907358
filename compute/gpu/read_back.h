#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "compute/gpu/buffer.h"
#include "compute/gpu/device.h"

namespace texelsort::gpu {

/// Host memory into which the device copies a small result that controls later calls. The host polls for it: on an H200
/// (driver 580.159), glGetBufferSubData needs about 1.3 ms and mostly sleeps. On software renderers it reads like
/// Buffer.
class ReadBack {
 public:
  ReadBack(const DeviceInfo& device, std::uint64_t most_bytes);

  /// Reads bytes of a buffer from `offset` on. Waits for all preceding OpenGL commands.
  void read(const Buffer& buffer, std::uint64_t offset, std::span<std::byte> bytes) const;

 private:
  Handle room_;
  const std::byte* mapped_ = nullptr;  ///< mapped host memory; if null, reads work like those of Buffer
  std::uint64_t size_;
};

}  // namespace texelsort::gpu
