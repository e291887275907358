#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <type_traits>
#include <utility>

#include "compute/simt/device_calls.h"
#include "compute/simt/grid.h"

/// CUDA's language for the host's compiler. The compiler turns kernel sources into functions, which compute/simt
/// executes thread by thread. Names and semantics are those of the CUDA C++ Programming Guide. Only features that this
/// program's kernels use are available.

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __launch_bounds__(...)

#define TEXELSORT_SHARED(name, ...)                              \
  static const char texelsort_identity_of_##name = 0;            \
  auto& name = *static_cast<std::type_identity_t<__VA_ARGS__>*>( \
      ::texelsort::simt::shared_variable(&texelsort_identity_of_##name, sizeof(__VA_ARGS__), alignof(__VA_ARGS__)))

namespace texelsort {

struct ThreadIndex {
  struct {
    operator unsigned() const { return simt::thread_index(); }
  } x;
};
struct BlockIndex {
  struct {
    operator unsigned() const { return simt::block_index(); }
  } x;
};
struct BlockSize {
  struct {
    operator unsigned() const { return simt::block_size(); }
  } x;
};
struct GridSize {
  struct {
    operator unsigned() const { return simt::grid_size(); }
  } x;
};
inline constexpr ThreadIndex threadIdx{};
inline constexpr BlockIndex blockIdx{};
inline constexpr BlockSize blockDim{};
inline constexpr GridSize gridDim{};

struct alignas(8) uint2 {
  unsigned x, y;
};
struct alignas(16) uint4 {
  unsigned x, y, z, w;
};

/// Returns the smaller of two numbers, which may differ in type, as CUDA's min does. The result has their common
/// arithmetic type.
template <typename One, typename Other>
constexpr auto min(One one, Other other) {
  using Common = std::common_type_t<One, Other>;
  return std::min<Common>(one, other);
}
template <typename One, typename Other>
constexpr auto max(One one, Other other) {
  using Common = std::common_type_t<One, Other>;
  return std::max<Common>(one, other);
}

inline int __popc(unsigned word) {
  return __builtin_popcount(word);
}
inline int __ffs(unsigned word) {
  return __builtin_ffs(static_cast<int>(word));
}
inline int __clz(int word) {
  return word == 0 ? 32 : __builtin_clz(static_cast<unsigned>(word));
}
inline unsigned __umulhi(unsigned one, unsigned other) {
  return static_cast<unsigned>(std::uint64_t{one} * other >> 32);
}
inline std::uint64_t __umul64hi(std::uint64_t one, std::uint64_t other) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(Wide{one} * other >> 64);
}

inline void __syncthreads(simt::Where where = simt::Where::here()) {
  simt::sync_block(false, where);
}
inline int __syncthreads_or(int predicate, simt::Where where = simt::Where::here()) {
  return simt::sync_block(predicate != 0, where);
}
/// Memory fence. Does nothing, because threads run one at a time, and each thread sees all earlier writes.
inline void __threadfence() {}
inline void __syncwarp(unsigned mask = 0xFFFF'FFFF, simt::Where where = simt::Where::here()) {
  simt::sync_warp(simt::WarpCall::sync, mask, 0, 0, where);
}

namespace simt {

/// Exchanges a value of at most 8 bytes between the lanes of a warp, and returns the value that the calling lane
/// receives.
template <typename Value>
Value exchange(WarpCall call, unsigned mask, Value own, unsigned lane, Where where) {
  static_assert(std::is_trivially_copyable_v<Value> && sizeof(Value) <= sizeof(std::uint64_t));
  std::uint64_t bits = 0;
  std::memcpy(&bits, &own, sizeof own);
  bits = sync_warp(call, mask, bits, lane, where);
  std::memcpy(&own, &bits, sizeof own);
  return own;
}

}  // namespace simt

template <typename Value>
Value __shfl_sync(unsigned mask, Value own, int lane, simt::Where where = simt::Where::here()) {
  return simt::exchange(simt::WarpCall::shuffle, mask, own, static_cast<unsigned>(lane), where);
}
template <typename Value>
Value __shfl_up_sync(unsigned mask, Value own, unsigned distance, simt::Where where = simt::Where::here()) {
  return simt::exchange(simt::WarpCall::shuffle_up, mask, own, distance, where);
}
template <typename Value>
Value __shfl_xor_sync(unsigned mask, Value own, int lanes, simt::Where where = simt::Where::here()) {
  return simt::exchange(simt::WarpCall::shuffle_xor, mask, own, static_cast<unsigned>(lanes), where);
}
inline unsigned __ballot_sync(unsigned mask, int predicate, simt::Where where = simt::Where::here()) {
  return static_cast<unsigned>(simt::sync_warp(simt::WarpCall::ballot, mask, predicate != 0, 0, where));
}
inline int __all_sync(unsigned mask, int predicate, simt::Where where = simt::Where::here()) {
  return simt::sync_warp(simt::WarpCall::ballot, mask, predicate == 0, 0, where) == 0;
}
inline int __any_sync(unsigned mask, int predicate, simt::Where where = simt::Where::here()) {
  return simt::sync_warp(simt::WarpCall::ballot, mask, predicate != 0, 0, where) != 0;
}

/// Replaces a number in memory by `change(number)` in one atomic operation. Returns the previous number.
template <typename Number, typename Change>
__attribute__((no_sanitize("thread"))) Number change_atomically(Number* number, simt::Where where, Change change) {
  simt::begin_atomic(number, sizeof(Number), where);
  const Number before = *number;
  *number = change(before);
  return before;
}
template <typename Number>
Number atomicAdd(Number* number, std::type_identity_t<Number> more, simt::Where where = simt::Where::here()) {
  return change_atomically(number, where, [more](Number was) { return static_cast<Number>(was + more); });
}
template <typename Number>
Number atomicMax(Number* number, std::type_identity_t<Number> other, simt::Where where = simt::Where::here()) {
  return change_atomically(number, where, [other](Number was) { return std::max(was, other); });
}
template <typename Number>
Number atomicOr(Number* number, std::type_identity_t<Number> bits, simt::Where where = simt::Where::here()) {
  return change_atomically(number, where, [bits](Number was) { return was | bits; });
}

namespace cuda {

using simt::early;
using simt::Grid;

template <typename Type>
Type* dynamic_shared() {
  return static_cast<Type*>(simt::dynamic_shared());
}

__attribute__((no_sanitize("thread"))) inline unsigned load_relaxed(const unsigned* word,
                                                                    simt::Where where = simt::Where::here()) {
  simt::begin_relaxed(word, sizeof *word, false, where);
  return *word;
}
__attribute__((no_sanitize("thread"))) inline void store_relaxed(unsigned* word, unsigned value,
                                                                 simt::Where where = simt::Where::here()) {
  simt::begin_relaxed(word, sizeof *word, true, where);
  *word = value;
}

inline unsigned with_byte(unsigned word, unsigned index, unsigned value) {
  return (word & ~(0xFFu << index * 8)) | (value & 0xFF) << index * 8;
}
inline unsigned high_product(unsigned one, unsigned other) {
  return __umulhi(one, other);
}
inline unsigned join_halves(unsigned low, unsigned high) {
  return (low & 0xFFFF) | high << 16;
}
template <typename Word>
unsigned byte_at(Word word, unsigned shift) {
  return static_cast<unsigned>(word >> shift) & 0xFF;
}
template <typename Word>
unsigned bits_from(Word word, unsigned shift) {
  return static_cast<unsigned>(word >> shift);
}

inline void wait_for_earlier(simt::Where where = simt::Where::here()) {
  simt::wait_for_earlier(where);
}

/// Launches a kernel on the CPU, and returns when all threads have ended. Throws the errors of simt::execute().
template <typename... Parameters, typename... Arguments>
static void launch(const char* what, const simt::Grid& grid, void (*kernel)(Parameters...), Arguments&&... arguments) {
  // Every thread copies the launch arguments. Do not check this copy, because it is not part of the kernel.
  simt::execute(
      what, grid, [&]() __attribute__((no_sanitize("thread"))) { kernel(static_cast<Parameters>(arguments)...); });
}

}  // namespace cuda
}  // namespace texelsort
