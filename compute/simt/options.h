#pragma once

#include <cstdint>

namespace texelsort::simt {

/// Who runs first of those that can run. CUDA promises no order; results may depend on none.
enum class Order : std::uint8_t { ascending, descending, random };

/// How kernels are executed.
struct Options {
  Order order = Order::ascending;    ///< of blocks, and of the threads of a block
  std::uint64_t seed = 1;            ///< of the random order
  unsigned resident_threads = 2048;  ///< blocks of together at most these run at once, one of them at the least
  unsigned resident_blocks = 4;
  /// Ranges of code without a branch that all threads of a launch may execute; some seconds.
  std::uint64_t most_steps = std::uint64_t{1} << 33;
  bool operator==(const Options&) const = default;
};

/// The options of a launch that is given none: the order that TEXELSORT_CPU_KERNELS_ORDER names. Throws UsageError if
/// the variable has another value.
const Options& usual_options();

}  // namespace texelsort::simt
