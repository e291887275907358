#include "compute/algorithms/arrays/guarded_buffer.h"

#include <algorithm>
#include <array>

namespace texelsort::algorithms {
namespace {

constexpr std::byte guard_byte{0xA5};

/// Returns the allocated bytes for an array of `bytes` bytes. OpenGL cannot bind an empty block, so an empty array gets
/// 8 bytes.
std::uint64_t block_bytes(std::uint64_t bytes) {
  return std::max<std::uint64_t>(bytes, 8);
}

}  // namespace

BufferMaker buffers_of(gpu::Device& device) {
  return [&device](std::uint64_t bytes, std::string_view label) { return gpu::Buffer(device, bytes, label); };
}

GuardedBuffer::GuardedBuffer(std::uint64_t bytes, std::string_view label, const BufferMaker& make)
    : buffer_(make(block_bytes(bytes) + 2 * guard_bytes, label)) {
  std::array<std::byte, guard_bytes> guards;
  guards.fill(guard_byte);
  buffer_.write(0, guards);
  buffer_.write(buffer_.size() - guard_bytes, guards);
}

bool GuardedBuffer::intact() const {
  std::array<std::byte, guard_bytes> guards;
  for (const std::uint64_t offset : {std::uint64_t{0}, buffer_.size() - guard_bytes}) {
    buffer_.read(offset, guards);
    if (!std::ranges::all_of(guards, [](std::byte byte) { return byte == guard_byte; })) return false;
  }
  return true;
}

gpu::BufferBinding GuardedBuffer::binding(std::uint32_t block) const {
  return {block, &buffer_, guard_bytes, buffer_.size() - 2 * guard_bytes};
}

}  // namespace texelsort::algorithms
