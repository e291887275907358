#pragma once

#include <cstdint>

struct CUstream_st;

namespace texelsort::cuda {

/// Returns the number of blocks for `items` items with `each` items per block.
constexpr unsigned blocks_for(std::uint64_t items, std::uint64_t each) {
  return static_cast<unsigned>((items + each - 1) / each);
}

/// Queues clearing of the present device's memory to 0.
void clear(void* memory, std::uint64_t bytes, CUstream_st* stream);

/// Dynamic shared memory that blocks can use without a request.
inline constexpr std::uint64_t unasked_shared_bytes = 48 * 1024;

/// Allows blocks of a kernel to use `bytes` bytes of dynamic shared memory on the present device. Caches requests per
/// kernel, device and size, because each call of the driver needs some microseconds. Throws the errors of check().
void allow_shared(const void* kernel, std::uint64_t bytes);

/// Overload for kernels with any parameters.
template <typename... Arguments>
void allow_shared(void (*kernel)(Arguments...), std::uint64_t bytes) {
  allow_shared(reinterpret_cast<const void*>(kernel), bytes);
}

/// Returns whether blocks of a kernel may start before the previous launch has ended: the present device must support
/// it, and the executed code must contain wait_for_earlier(). Cached per kernel and device.
bool can_start_early(const void* kernel);

template <typename... Arguments>
bool can_start_early(void (*kernel)(Arguments...)) {
  return can_start_early(reinterpret_cast<const void*>(kernel));
}

}  // namespace texelsort::cuda
