#pragma once

#include "compute/algorithms/cuda/kernels/scan.cuh"
#include "compute/algorithms/ordered/cuda/launch.h"
#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::ordered {
namespace {

inline constexpr unsigned cut_threads = 1024;

/// Returns the start of segment i: from the scanned counts, or the parent's start if the parent has no keys.
__device__ inline std::uint64_t start_of(const Cut& cut, std::uint64_t i) {
  if (i == cut.segments) return cut.n;
  const std::uint64_t parent = i >> cut.bits, bucket = i & ((1u << cut.bits) - 1);
  const std::uint64_t first = cut.before.first_tiles[parent], columns = cut.before.first_tiles[parent + 1] - first;
  return columns == 0 ? cut.before.starts[parent] : cut.before.counts[(first << cut.bits) + bucket * columns];
}

/// Computes the start, size and tiles of all segments. Runs as one block, with one segment per thread at a time.
__global__ void __launch_bounds__(cut_threads) cut_kernel(Cut cut) {
  cuda::wait_for_earlier();
  TEXELSORT_SHARED(sums, std::uint64_t[cut_threads / kernels::warp_lanes]);
  const kernels::Team team{cut_threads, threadIdx.x};
  std::uint64_t tiles_before = 0;
  for (std::uint64_t base = 0; base < cut.segments; base += cut_threads) {
    const std::uint64_t i = base + threadIdx.x;
    std::uint64_t tiles = 0;
    if (i < cut.segments) {
      const std::uint64_t start = start_of(cut, i);
      cut.starts[i] = start;
      cut.sizes[i] = start_of(cut, i + 1) - start;
      tiles = (cut.sizes[i] + cut.tile - 1) / cut.tile;
    }
    const auto scanned = kernels::exclusive_scan(team, tiles, sums);
    const std::uint64_t first = tiles_before + scanned.before;
    if (i < cut.segments) {
      cut.first_tiles[i] = first;
      for (std::uint64_t tile = 0; tile < tiles; ++tile) {
        cut.tile_segments[first + tile] = static_cast<std::uint32_t>(i);
      }
    }
    tiles_before += scanned.all;
  }
  if (threadIdx.x == 0) {
    cut.starts[cut.segments] = cut.n;
    cut.first_tiles[cut.segments] = tiles_before;
  }
}

struct SegmentKernels final : SegmentLaunches {
  void cut(const Cut& cut, Stream stream) const override {
    cuda::launch("ordered sample sort: cut", cuda::early(cuda::Grid{1, cut_threads, 0, stream}), cut_kernel, cut);
  }
};

}  // namespace
}  // namespace texelsort::algorithms::ordered
