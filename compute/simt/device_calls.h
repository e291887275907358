#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "compute/simt/grid.h"

/// What kernels call while the CPU executes them, and what executes them. compute/simt/language.h gives CUDA's words
/// for it.
namespace texelsort::simt {

/// A place in the kernels' sources.
struct Where {
  const char* file = "";
  unsigned line = 0;

  static constexpr Where here(const char* file = __builtin_FILE(), unsigned line = __builtin_LINE()) {
    return {file, line};
  }
};

unsigned thread_index();
unsigned block_index();
unsigned block_size();
unsigned grid_size();

/// The block's dynamic shared memory, aligned to 16 bytes.
void* dynamic_shared();
/// The block's variable of that identity, made at the first call.
void* shared_variable(const void* identity, std::size_t bytes, std::size_t alignment);

/// The block's barrier; gives whether any thread's predicate was true.
bool sync_block(bool predicate, Where where);

enum class WarpCall : std::uint8_t { sync, shuffle, shuffle_up, shuffle_xor, ballot };

/// The lanes of `mask` meet; gives what the call gives this lane. A ballot's value is 0 or 1; `lane` is the operand of
/// a shuffle.
std::uint64_t sync_warp(WarpCall call, unsigned mask, std::uint64_t value, unsigned lane, Where where);

/// What threads of an early launch call first.
void wait_for_earlier(Where where);

/// Before an atomic change of a number in memory.
void begin_atomic(const void* address, std::size_t bytes, Where where);
/// Before a word is read or written that other blocks may write and read at the same time. A read lets other threads
/// get on.
void begin_relaxed(const void* address, std::size_t bytes, bool write, Where where);

/// Calls `thread` once for every thread of the grid, and returns when all have ended. Throws KernelFault (see
/// compute/simt/fault.h) if a thread did what no kernel may do.
void execute(const char* kernel, const Grid& grid, const std::function<void()>& thread);

}  // namespace texelsort::simt
