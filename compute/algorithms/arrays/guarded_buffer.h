#pragma once

#include <functional>
#include <string_view>

#include "compute/gpu/executor.h"
#include "compute/gpu/read_back.h"

namespace texelsort::algorithms {

/// Function that allocates the memory of a buffer. `label` is the name of the buffer.
using BufferMaker = std::function<gpu::Buffer(std::uint64_t bytes, std::string_view label)>;
/// Returns a function that allocates memory of the device that executes compute shaders.
BufferMaker buffers_of(gpu::Device& device);

/// Storage buffer with guard words before and after the data. Shaders can access only the data between the guards.
class GuardedBuffer {
 public:
  /// Bytes of each of the two guards, which lie before and after the data. The number is a multiple of every offset
  /// alignment that OpenGL may require (at most 256).
  static constexpr std::uint64_t guard_bytes = 256;

  GuardedBuffer() = default;
  GuardedBuffer(std::uint64_t bytes, std::string_view label, const BufferMaker& make);

  /// Writes `bytes` to the data, at `offset` bytes from the start of the data.
  void write(std::uint64_t offset, std::span<const std::byte> bytes) { buffer_.write(guard_bytes + offset, bytes); }
  void read(std::uint64_t offset, std::span<std::byte> bytes) const { buffer_.read(guard_bytes + offset, bytes); }
  /// Reads a part of the data, from `offset` bytes after the start of the data. The host waits for the copy, so the
  /// part should be small.
  void read(const gpu::ReadBack& through, std::uint64_t offset, std::span<std::byte> bytes) const {
    through.read(buffer_, guard_bytes + offset, bytes);
  }

  /// Copies the data of another buffer of the same size. The guards do not change.
  void copy_from(const GuardedBuffer& other) {
    buffer_.copy_from(other.buffer_, guard_bytes, buffer_.size() - 2 * guard_bytes);
  }

  bool exists() const { return buffer_.exists(); }
  bool intact() const;
  gpu::BufferBinding binding(std::uint32_t block) const;
  const gpu::Buffer& buffer() const { return buffer_; }

 private:
  gpu::Buffer buffer_;
};

}  // namespace texelsort::algorithms
