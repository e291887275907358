#pragma once

#include <cstdint>

struct CUstream_st;

namespace texelsort::cuda {

/// Returns the number of blocks for `items` items, if each block processes `each` items.
constexpr unsigned blocks_for(std::uint64_t items, std::uint64_t each) {
  return static_cast<unsigned>((items + each - 1) / each);
}

/// Queues the clearing of device memory to 0 in a stream of the current device.
void clear(void* memory, std::uint64_t bytes, CUstream_st* stream);

/// Bytes of dynamic shared memory that a block can use without a request.
inline constexpr std::uint64_t unasked_shared_bytes = 48 * 1024;

/// Allows blocks of a kernel to use `bytes` bytes of dynamic shared memory on the current device. Calls the driver,
/// which needs some microseconds, only once per kernel, device and size. Throws the errors of check().
void allow_shared(const void* kernel, std::uint64_t bytes);

/// Calls allow_shared() for a kernel with any parameters.
template <typename... Arguments>
void allow_shared(void (*kernel)(Arguments...), std::uint64_t bytes) {
  allow_shared(reinterpret_cast<const void*>(kernel), bytes);
}

/// Returns whether the blocks of a kernel may start before the previous launch has ended. This needs a device that
/// supports early starts, and a kernel that contains wait_for_earlier(). The answer is cached per kernel and device.
bool can_start_early(const void* kernel);

template <typename... Arguments>
bool can_start_early(void (*kernel)(Arguments...)) {
  return can_start_early(reinterpret_cast<const void*>(kernel));
}

}  // namespace texelsort::cuda
