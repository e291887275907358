#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/kernels/scan.cuh"
#include "compute/cuda/kernel.h"

/// Exclusive scan of a table by one block.
namespace texelsort::algorithms::kernels {
namespace {

inline constexpr unsigned scan_threads = 1024, scan_items = 8;

/// A range of the table in shared memory. Half a warp reads 8-byte words together. Padding avoids bank conflicts, both
/// for adjacent items and for the first items of adjacent threads.
struct ScanRange {
  static constexpr unsigned items = scan_threads * scan_items, half_warp = 16;
  static constexpr __host__ __device__ unsigned place(unsigned item) { return item + item / half_warp; }

  std::uint64_t numbers[items + items / half_warp];
};

/// Scans the table range by range, and adds the sum of all earlier ranges. Each thread sums consecutive items. Warps
/// access memory in the order of the items, but only the items of their own threads.
__global__ void __launch_bounds__(scan_threads) block_scan_kernel(std::uint64_t* table, std::uint64_t elements) {
  std::uint64_t* numbers = cuda::dynamic_shared<ScanRange>()->numbers;
  TEXELSORT_SHARED(sums, std::uint64_t[scan_threads / warp_lanes]);
  const Team team{scan_threads, threadIdx.x};
  const unsigned of_warp = team.warp() * warp_lanes * scan_items + team.lane(), own = team.rank * scan_items;
  std::uint64_t ahead[scan_items];
  const auto load = [&](std::uint64_t from) {
#pragma unroll
    for (unsigned i = 0; i < scan_items; ++i) {
      const std::uint64_t at = from + of_warp + i * warp_lanes;
      ahead[i] = at < elements ? table[at] : 0;
    }
  };
  load(0);
  std::uint64_t before = 0;
  for (std::uint64_t first = 0; first < elements; first += ScanRange::items) {
#pragma unroll
    for (unsigned i = 0; i < scan_items; ++i) numbers[ScanRange::place(of_warp + i * warp_lanes)] = ahead[i];
    __syncwarp();
    load(first + ScanRange::items);  // prefetches the next range while the current range is summed
    std::uint64_t items[scan_items], sum = 0;
#pragma unroll
    for (unsigned i = 0; i < scan_items; ++i) {
      items[i] = numbers[ScanRange::place(own + i)];
      sum += items[i];
    }
    const Scanned<std::uint64_t> scanned = exclusive_scan(team, sum, sums);
    std::uint64_t place_sum = before + scanned.before;
#pragma unroll
    for (unsigned i = 0; i < scan_items; ++i) {
      numbers[ScanRange::place(own + i)] = place_sum;
      place_sum += items[i];
    }
    __syncwarp();
#pragma unroll
    for (unsigned i = 0; i < scan_items; ++i) {
      const std::uint64_t at = first + of_warp + i * warp_lanes;
      if (at < elements) table[at] = numbers[ScanRange::place(of_warp + i * warp_lanes)];
    }
    __syncwarp();
    before += scanned.all;
  }
}

inline void launch_block_scan(std::uint64_t* table, std::uint64_t elements, Stream stream) {
  cuda::launch("scan by one block", {1, scan_threads, sizeof(ScanRange), stream}, block_scan_kernel, table, elements);
}

}  // namespace
}  // namespace texelsort::algorithms::kernels
