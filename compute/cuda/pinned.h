#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "compute/cuda/event.h"
#include "compute/cuda/stream.h"

namespace texelsort::cuda {

/// Deleter that returns pinned memory to the driver that allocated it.
struct ReleasePinned {
  Driver* driver = nullptr;
  void operator()(std::byte* memory) const;
};

/// Pinned host memory for asynchronous copies. Move-only.
class PinnedBuffer {
 public:
  PinnedBuffer() = default;
  /// Allocates pinned memory with the driver of the current device.
  explicit PinnedBuffer(std::uint64_t bytes);

  std::span<std::byte> data() const { return {memory_.get(), size_}; }

 private:
  std::unique_ptr<std::byte, ReleasePinned> memory_;
  std::uint64_t size_ = 0;
};

/// Sends tables from the host to a device through pinned memory. A copy from other memory could wait for earlier work,
/// and with a hung device this wait would last forever.
class Outbox {
 public:
  /// Allocates pinned memory for several tables. `bytes` is the size of the largest table.
  Outbox(std::uint64_t bytes, std::chrono::milliseconds timeout);

  /// Queues a copy to the device. The caller may free the bytes immediately. If the pinned memory is full, waits for
  /// earlier copies, and throws UnavailableError after the timeout.
  void send(const Stream& stream, std::byte* target, std::span<const std::byte> bytes);

 private:
  PinnedBuffer memory_;
  std::uint64_t used_ = 0;
  std::chrono::milliseconds timeout_{};
  Event sent_;
};

}  // namespace texelsort::cuda
