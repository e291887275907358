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

/// Host memory for asynchronous copies. Move-only.
class PinnedBuffer {
 public:
  PinnedBuffer() = default;
  /// Allocates with the present device's driver.
  explicit PinnedBuffer(std::uint64_t bytes);

  std::span<std::byte> data() const { return {memory_.get(), size_}; }

 private:
  std::unique_ptr<std::byte, ReleasePinned> memory_;
  std::uint64_t size_ = 0;
};

/// Sends tables to a device through pinned memory, so that the host never waits for earlier queued work: with a hung
/// device, it would block forever.
class Outbox {
 public:
  /// Allocates pinned memory. `bytes` is the size of the largest table.
  Outbox(std::uint64_t bytes, std::chrono::milliseconds timeout);

  /// Queues a copy; the caller may free the bytes immediately. If several tables are in flight, waits for them, and
  /// throws UnavailableError after the timeout.
  void send(const Stream& stream, std::byte* target, std::span<const std::byte> bytes);

 private:
  PinnedBuffer memory_;
  std::uint64_t used_ = 0;
  std::chrono::milliseconds timeout_{};
  Event sent_;
};

}  // namespace texelsort::cuda
