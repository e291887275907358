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

/// Memory of the present device that is not shared with OpenGL. Move-only.
class Buffer {
 public:
  Buffer() = default;
  /// Allocates memory. `what` names the buffer in out-of-memory errors.
  Buffer(std::uint64_t bytes, std::string_view what);

  std::byte* data() const { return memory_.get(); }  ///< address of the memory; null if the size is 0
  std::uint64_t size() const { return size_; }

  /// Restricts kernels to `bytes` bytes from `offset` on. Only the CPU engine enforces this.
  void restrict_to(std::uint64_t offset, std::uint64_t bytes);

  /// Copy between host and device on the stream, and wait.
  void write(const Stream& stream, std::uint64_t offset, std::span<const std::byte> bytes);
  void read(const Stream& stream, std::uint64_t offset, std::span<std::byte> bytes) const;

 private:
  std::unique_ptr<std::byte, GiveBack> memory_;
  std::uint64_t size_ = 0;
  gpu::Allocation allocation_;
  mutable std::shared_ptr<PinnedStaging> ring_;  ///< pinned memory for large transfers; null before the first one
};

}  // namespace texelsort::cuda
