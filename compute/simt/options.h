#pragma once

#include <cstdint>

namespace texelsort::simt {

/// Order in which the CPU executes the blocks and threads of a kernel that can continue. CUDA guarantees no order, so
/// the results of kernels must not depend on it.
enum class Order : std::uint8_t { ascending, descending, random };

/// Options of kernels that the CPU executes.
struct Options {
  Order order = Order::ascending;  ///< order of the blocks, and of the threads in each block
  std::uint64_t seed = 1;          ///< seed of the random generator for the random order
  /// Maximum number of threads in the blocks that are executed at the same time. One block is executed even if it has
  /// more threads.
  unsigned resident_threads = 2048;
  unsigned resident_blocks = 4;
  /// Maximum number of basic blocks that all threads of a launch execute in total. A kernel that executes more counts
  /// as endless. The CPU needs some seconds for this number.
  std::uint64_t most_steps = std::uint64_t{1} << 33;
  bool operator==(const Options&) const = default;
};

/// Returns the default options, with the order from the variable TEXELSORT_CPU_KERNELS_ORDER. Throws UsageError if the
/// variable is invalid.
const Options& usual_options();

}  // namespace texelsort::simt
