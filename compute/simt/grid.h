#pragma once

#include <cstdint>

struct CUstream_st;

namespace texelsort::simt {

/// What a launch says beside the kernel and its arguments.
struct Grid {
  unsigned blocks = 0, threads = 0;  ///< of the grid; of a block
  std::uint64_t shared_bytes = 0;    ///< dynamic shared memory of a block
  CUstream_st* stream = nullptr;
};

}  // namespace texelsort::simt
