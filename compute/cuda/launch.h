#pragma once

#include <cstdint>

struct CUstream_st;

namespace texelsort::cuda {

/// How many blocks take `items`, `each` of them a block.
constexpr unsigned blocks_for(std::uint64_t items, std::uint64_t each) {
  return static_cast<unsigned>((items + each - 1) / each);
}

/// Sets bytes of the present device's memory to 0, in the stream.
void clear(void* memory, std::uint64_t bytes, CUstream_st* stream);

/// Dynamic shared memory that blocks get on any device without asking.
inline constexpr std::uint64_t unasked_shared_bytes = 48 * 1024;

/// Lets blocks of a kernel take `bytes` of dynamic shared memory on the present device. Asks the driver once for each
/// kernel, device and size: it takes some microseconds. Throws what check() throws.
void allow_shared(const void* kernel, std::uint64_t bytes);

/// The same for a kernel of any arguments.
template <typename... Arguments>
void allow_shared(void (*kernel)(Arguments...), std::uint64_t bytes) {
  allow_shared(reinterpret_cast<const void*>(kernel), bytes);
}

/// Whether the present device lets blocks of a kernel start before the launch before has ended, and whether what it
/// executes was compiled with wait_for_earlier() in it. Asks the driver once for each kernel and device.
bool can_start_early(const void* kernel);

template <typename... Arguments>
bool can_start_early(void (*kernel)(Arguments...)) {
  return can_start_early(reinterpret_cast<const void*>(kernel));
}

}  // namespace texelsort::cuda
