#pragma once

#include <cstdint>

namespace texelsort::simt {

/// Order of execution among runnable blocks and threads. CUDA guarantees none, so results must not depend on it.
enum class Order : std::uint8_t { ascending, descending, random };

/// Options for the execution of kernels on the CPU.
struct Options {
  Order order = Order::ascending;  ///< order of blocks, and of the threads in a block
  std::uint64_t seed = 1;          ///< seed of the random order
  /// Maximum number of threads of all resident blocks; at least one block is resident.
  unsigned resident_threads = 2048;
  unsigned resident_blocks = 4;
  /// Maximum number of basic blocks that all threads of a launch may execute. The CPU needs some seconds for them.
  std::uint64_t most_steps = std::uint64_t{1} << 33;
  bool operator==(const Options&) const = default;
};

/// Returns the default options, with the order from TEXELSORT_CPU_KERNELS_ORDER. Throws UsageError if the variable is
/// invalid.
const Options& usual_options();

}  // namespace texelsort::simt
