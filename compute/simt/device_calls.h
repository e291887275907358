#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "compute/simt/grid.h"

/// Functions that kernels call on the CPU, and the launcher. compute/simt/language.h maps CUDA's names to them.
namespace texelsort::simt {

/// Source location in a kernel.
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

/// Returns the block's dynamic shared memory, aligned to 16 bytes.
void* dynamic_shared();
/// Returns the block's shared variable with that identity, created on the first call.
void* shared_variable(const void* identity, std::size_t bytes, std::size_t alignment);

/// Waits at the block's barrier. Returns whether any thread's predicate was true.
bool sync_block(bool predicate, Where where);

enum class WarpCall : std::uint8_t { sync, shuffle, shuffle_up, shuffle_xor, ballot };

/// Synchronises the lanes of `mask`. Returns the call's result for this lane. A ballot's value is 0 or 1; `lane` is the
/// operand of a shuffle.
std::uint64_t sync_warp(WarpCall call, unsigned mask, std::uint64_t value, unsigned lane, Where where);

/// Must be the first call of threads of an early launch.
void wait_for_earlier(Where where);

/// Checks an atomic modification; called before it.
void begin_atomic(const void* address, std::size_t bytes, Where where);
/// Checks an access to a word that other blocks may access at the same time; called before it. Before a read, lets
/// other threads run.
void begin_relaxed(const void* address, std::size_t bytes, bool write, Where where);

/// Calls `thread` once per thread of the grid, and returns when all have ended. Throws KernelFault (see
/// compute/simt/fault.h) if a kernel violated a rule.
void execute(const char* kernel, const Grid& grid, const std::function<void()>& thread);

}  // namespace texelsort::simt
