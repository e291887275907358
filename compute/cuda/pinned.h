#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "compute/cuda/event.h"
#include "compute/cuda/stream.h"

namespace texelsort::cuda {

/// Gives pinned memory back to the driver that has made it.
struct ReleasePinned {
  Driver* driver = nullptr;
  void operator()(std::byte* memory) const;
};

/// Memory of the host from and to which copies are queued without a wait. Move-only.
class PinnedBuffer {
 public:
  PinnedBuffer() = default;
  /// By the present device's driver.
  explicit PinnedBuffer(std::uint64_t bytes);

  std::span<std::byte> data() const { return {memory_.get(), size_}; }

 private:
  std::unique_ptr<std::byte, ReleasePinned> memory_;
  std::uint64_t size_ = 0;
};

/// Sends tables to a device by way of pinned memory, so that the host never waits for what is queued before them: a
/// stream that waits for a device that hangs would take the host with it.
class Outbox {
 public:
  /// `bytes`: those of the largest table.
  Outbox(std::uint64_t bytes, std::chrono::milliseconds timeout);

  /// Queues a copy; the bytes may go at once. Where several tables are under way still it waits for them, and throws
  /// UnavailableError once its timeout is over.
  void send(const Stream& stream, std::byte* target, std::span<const std::byte> bytes);

 private:
  PinnedBuffer memory_;
  std::uint64_t used_ = 0;
  std::chrono::milliseconds timeout_{};
  Event sent_;
};

}  // namespace texelsort::cuda
