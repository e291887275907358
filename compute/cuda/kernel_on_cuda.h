#pragma once

#include <cstdint>
#include <type_traits>

#include <cuda_runtime.h>

#include "compute/cuda/error.h"
#include "compute/cuda/launch.h"
#include "compute/simt/grid.h"
#include "compute/simt/launch_counter.h"

#define TEXELSORT_SHARED(name, ...) __shared__ std::type_identity_t<__VA_ARGS__> name

namespace texelsort::cuda {

using simt::early;
using simt::Grid;

template <typename Type>
__device__ __forceinline__ Type* dynamic_shared() {
  extern __shared__ __align__(16) unsigned char texelsort_dynamic_shared[];
  return reinterpret_cast<Type*>(texelsort_dynamic_shared);
}

/// Access words that other running blocks write. Relaxed accesses at device scope bypass first-level caches, which do
/// not see the writes of other multiprocessors.
__device__ __forceinline__ unsigned load_relaxed(const unsigned* word) {
  unsigned value;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
  return value;
}
__device__ __forceinline__ void store_relaxed(unsigned* word, unsigned value) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(word), "r"(value) : "memory");
}

/// Assembly in this file is volatile, so that the compiler does not move it. Results computed earlier than needed would
/// occupy registers.

/// Returns a word with the low half of `low` in its low half, and the low half of `high` in its high half.
__device__ __forceinline__ unsigned join_halves(unsigned low, unsigned high) {
  unsigned joined;
  asm volatile("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(joined) : "r"(low), "r"(high));
  return joined;
}

/// Returns `word` with the low byte of `value` as its byte `index`, from 0 for the lowest byte.
__device__ __forceinline__ unsigned with_byte(unsigned word, unsigned index, unsigned value) {
  unsigned joined;
  asm volatile("prmt.b32 %0, %1, %2, %3;"
               : "=r"(joined)
               : "r"(word), "r"(value), "r"((0x3210 & ~(0xF << index * 4)) | 4 << index * 4));
  return joined;
}

/// Returns the eight bits of a word from bit `shift` on. `shift` must be a multiple of 8.
__device__ __forceinline__ unsigned byte_at(std::uint32_t word, unsigned shift) {
  unsigned found;
  // PRMT composes the result of one byte of the word and three zero bytes.
  asm volatile("prmt.b32 %0, %1, 0, %2;" : "=r"(found) : "r"(word), "r"(0x4440 | (shift / 8 & 3)));
  return found;
}
__device__ __forceinline__ unsigned byte_at(std::uint64_t word, unsigned shift) {
  unsigned found;
  asm volatile(
      "{ .reg .u32 low, high, half; .reg .pred upper; mov.b64 {low, high}, %1; setp.ge.u32 upper, %2, 32;"
      " selp.u32 half, high, low, upper; prmt.b32 %0, half, 0, %3; }"
      : "=r"(found)
      : "l"(word), "r"(shift), "r"(0x4440 | (shift / 8 & 3)));
  return found;
}

/// Shifts a word right by `shift` bits and returns the low 32 bits.
__device__ __forceinline__ unsigned bits_from(std::uint32_t word, unsigned shift) {
  unsigned found;
  asm volatile("shr.u32 %0, %1, %2;" : "=r"(found) : "r"(word), "r"(shift));
  return found;
}
__device__ __forceinline__ unsigned bits_from(std::uint64_t word, unsigned shift) {
  unsigned found;
  asm volatile("{ .reg .u64 low; shr.u64 low, %1, %2; cvt.u32.u64 %0, low; }" : "=r"(found) : "l"(word), "r"(shift));
  return found;
}

/// Returns the upper 32 bits of the product of two words.
__device__ __forceinline__ unsigned high_product(unsigned one, unsigned other) {
  unsigned product;
  asm volatile("mul.hi.u32 %0, %1, %2;" : "=r"(product) : "r"(one), "r"(other));
  return product;
}

/// Waits until all earlier launches in the stream have ended and their writes are visible. Also allows the next launch
/// to start as soon as all blocks of this launch have started. Below compute capability 9.0, launches never overlap,
/// and this does nothing.
__device__ __forceinline__ void wait_for_earlier() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents; griddepcontrol.wait;" ::: "memory");
#endif
}

/// Launches a kernel in the stream of the grid. `what` names the kernel in errors. Throws the errors of check().
template <typename... Parameters, typename... Arguments>
static void launch(const char* what, const Grid& grid, void (*kernel)(Parameters...), Arguments&&... arguments) {
  simt::note_launch(what);
  if (grid.shared_bytes > unasked_shared_bytes) allow_shared(kernel, grid.shared_bytes);
  if (grid.early && can_start_early(kernel)) {
    cudaLaunchAttribute early{};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = grid.blocks;
    config.blockDim = grid.threads;
    config.dynamicSmemBytes = grid.shared_bytes;
    config.stream = grid.stream;
    config.attrs = &early;
    config.numAttrs = 1;
    check(cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...), what);
  } else {
    kernel<<<grid.blocks, grid.threads, grid.shared_bytes, grid.stream>>>(static_cast<Parameters>(arguments)...);
  }
  check_launch(what);
}

}  // namespace texelsort::cuda
