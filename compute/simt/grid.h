#pragma once

#include <cstdint>

struct CUstream_st;

namespace texelsort::simt {

/// Configuration of a kernel launch.
struct Grid {
  unsigned blocks = 0, threads = 0;  ///< number of blocks in the grid, and of threads per block
  std::uint64_t shared_bytes = 0;    ///< dynamic shared memory per block in bytes
  CUstream_st* stream = nullptr;
  /// True if blocks may start before the previous launch in the stream has ended. Then all threads must call
  /// wait_for_earlier() before they access an array (CUDA C++ Programming Guide, "Programmatic Dependent Launch and
  /// Synchronization").
  bool early = false;
};

constexpr Grid early(Grid grid) {
  grid.early = true;
  return grid;
}

}  // namespace texelsort::simt
