#pragma once

#include <cstdint>

struct CUstream_st;

namespace texelsort::simt {

/// What a launch says beside the kernel and its arguments.
struct Grid {
  unsigned blocks = 0, threads = 0;  ///< of the grid; of a block
  std::uint64_t shared_bytes = 0;    ///< dynamic shared memory of a block
  CUstream_st* stream = nullptr;
  /// Blocks may start before the stream's launch before has ended; all threads call wait_for_earlier() before they
  /// touch an array (CUDA C++ Programming Guide, "Programmatic Dependent Launch and Synchronization").
  bool early = false;
};

constexpr Grid early(Grid grid) {
  grid.early = true;
  return grid;
}

}  // namespace texelsort::simt
