#pragma once

#include "compute/algorithms/cuda/kernels/block_scan.cuh"
#include "compute/algorithms/cuda/kernels/launch.h"
#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::kernels {
namespace {

inline constexpr unsigned row_threads = 512;

/// Returns the team of all threads of the block. The compiler knows its width.
__device__ inline Team row_team() {
  return {row_threads, threadIdx.x};
}

/// Step 1: computes the sum of each row of the scan, with one block per row.
__global__ void __launch_bounds__(row_threads) row_sums_kernel(const RowScan scan) {
  TEXELSORT_SHARED(sums, std::uint32_t[row_threads / warp_lanes]);
  const std::uint64_t first = blockIdx.x * scan.length, end = min(first + scan.length, scan.count);
  std::uint32_t own = 0;
  for (std::uint64_t i = first + threadIdx.x; i < end; i += row_threads) own += scan.table[i];
  const std::uint32_t all = team_sum(row_team(), own, sums);
  if (threadIdx.x == 0) scan.row_sums[blockIdx.x] = all;
}

/// Step 2: scans the sums of all rows, with one block.
__global__ void __launch_bounds__(row_threads) row_starts_kernel(const RowScan scan, std::uint64_t rows) {
  TEXELSORT_SHARED(sums, std::uint32_t[row_threads / warp_lanes]);
  const std::uint32_t total = scan_range(
      row_team(), 0, rows, std::uint32_t{0}, sums, [&](std::uint64_t i) { return scan.row_sums[i]; },
      [&](std::uint64_t i, std::uint32_t sum) { scan.row_starts[i] = sum; });
  if (threadIdx.x == 0) scan.row_starts[rows] = total;
}

/// Step 3: scans each row from the row's start, with one block per row.
__global__ void __launch_bounds__(row_threads) rows_kernel(const RowScan scan) {
  TEXELSORT_SHARED(sums, std::uint32_t[row_threads / warp_lanes]);
  const std::uint64_t first = blockIdx.x * scan.length, end = min(first + scan.length, scan.count);
  scan_range(
      row_team(), first, end, scan.row_starts[blockIdx.x], sums, [&](std::uint64_t i) { return scan.table[i]; },
      [&](std::uint64_t i, std::uint32_t sum) { scan.table[i] = sum; });
}

struct ScanKernels final : ScanLaunches {
  void scan_rows(const RowScan& scan, Stream stream) const override {
    const auto rows = static_cast<unsigned>(scan.rows());
    cuda::launch("scan: sums of rows", {rows, row_threads, 0, stream}, row_sums_kernel, scan);
    cuda::launch("scan: starts of rows", {1, row_threads, 0, stream}, row_starts_kernel, scan, rows);
    cuda::launch("scan: rows", {rows, row_threads, 0, stream}, rows_kernel, scan);
  }

  void scan_by_block(std::uint64_t* table, std::uint64_t elements, Stream stream) const override {
    launch_block_scan(table, elements, stream);
  }
};

}  // namespace
}  // namespace texelsort::algorithms::kernels
