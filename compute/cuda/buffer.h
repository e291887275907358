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

/// Memory of the present device that OpenGL has no part in. Move-only.
class Buffer {
 public:
  Buffer() = default;
  /// `what` names it when there is no room.
  Buffer(std::uint64_t bytes, std::string_view what);

  std::byte* data() const { return memory_.get(); }  ///< null if it has no bytes
  std::uint64_t size() const { return size_; }

  /// Kernels shall touch no more than `bytes` from `offset` on; who executes them on the CPU sees to it.
  void restrict_to(std::uint64_t offset, std::uint64_t bytes);

  /// Between host and device, on the stream and waited for.
  void write(const Stream& stream, std::uint64_t offset, std::span<const std::byte> bytes);
  void read(const Stream& stream, std::uint64_t offset, std::span<std::byte> bytes) const;

 private:
  std::unique_ptr<std::byte, GiveBack> memory_;
  std::uint64_t size_ = 0;
  gpu::Allocation allocation_;
  mutable std::shared_ptr<PinnedStaging> ring_;  ///< once it has carried something
};

}  // namespace texelsort::cuda
