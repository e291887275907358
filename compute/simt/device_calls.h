#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "compute/simt/grid.h"

/// Functions that kernels call when the CPU executes them, and the function that executes a kernel.
/// compute/simt/language.h maps CUDA's names to them.
namespace texelsort::simt {

/// Source location of a call in a kernel.
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

/// Returns the dynamic shared memory of the calling thread's block, aligned to 16 bytes.
void* dynamic_shared();
/// Returns a static variable in the shared memory of the calling thread's block. `identity` is a unique address per
/// variable. The first call creates the variable.
void* shared_variable(const void* identity, std::size_t bytes, std::size_t alignment);

/// Waits until all threads of the block have reached the barrier. Returns whether the predicate of any thread was true.
bool sync_block(bool predicate, Where where);

enum class WarpCall : std::uint8_t { sync, shuffle, shuffle_up, shuffle_xor, ballot };

/// Synchronises the lanes in `mask`, and returns the calling lane's result of a shuffle, vote or warp barrier. `value`
/// is the lane's value, which is 0 or 1 for a ballot. `lane` is the lane operand of a shuffle.
std::uint64_t sync_warp(WarpCall call, unsigned mask, std::uint64_t value, unsigned lane, Where where);

/// Waits for earlier launches. If a launch may start early, its threads must call this before they access an array.
void wait_for_earlier(Where where);

/// Checks the access of an atomic operation. Must be called before the operation.
void begin_atomic(const void* address, std::size_t bytes, Where where);
/// Checks a relaxed access, which may be concurrent with accesses of other blocks. Must be called before the access.
/// Before a read, lets other threads run.
void begin_relaxed(const void* address, std::size_t bytes, bool write, Where where);

/// Calls `thread` for each thread of the grid, and returns when all threads have ended. Throws KernelFault (see
/// compute/simt/fault.h) if the kernel violated a rule.
void execute(const char* kernel, const Grid& grid, const std::function<void()>& thread);

}  // namespace texelsort::simt
