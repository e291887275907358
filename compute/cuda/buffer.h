#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "compute/cuda/give_back.h"
#include "compute/cuda/stream.h"
#include "compute/gpu/memory_use.h"

namespace texelsort::cuda {

class PinnedStaging;

/// Memory of one device that is not shared with OpenGL. Move-only.
class Buffer {
 public:
  Buffer() = default;
  /// Allocates memory on the current device. `what` names the buffer in out-of-memory errors.
  Buffer(std::uint64_t bytes, std::string_view what);

  std::byte* data() const { return memory_.get(); }  ///< address of the memory; null if the size is 0
  std::uint64_t size() const { return size_; }

  /// Allows kernels to access only `bytes` bytes from `offset` on. Only the CPU engine enforces the limit.
  void restrict_to(std::uint64_t offset, std::uint64_t bytes);

  /// Copy bytes between host and device in a stream, and wait for the copy.
  void write(const Stream& stream, std::uint64_t offset, std::span<const std::byte> bytes);
  void read(const Stream& stream, std::uint64_t offset, std::span<std::byte> bytes) const;

 private:
  std::unique_ptr<std::byte, GiveBack> memory_;
  std::uint64_t size_ = 0;
  gpu::Allocation allocation_;
  /// Pinned host memory that speeds up large transfers; null before the first large transfer.
  mutable std::shared_ptr<PinnedStaging> ring_;
};

}  // namespace texelsort::cuda
