#include "compute/algorithms/cuda/sample/block_scan.cuh"
#include "compute/algorithms/cuda/sample/launch.h"
#include "compute/cuda/error.h"

namespace texelsort::algorithms::sample {
namespace {

constexpr unsigned scan_threads = 512;

/// Part one: a block a row.
__global__ void __launch_bounds__(scan_threads) row_sums_kernel(const RowScan scan) {
  __shared__ ScanSpace space;
  const std::uint64_t first = blockIdx.x * scan.length, end = min(first + scan.length, scan.count);
  unsigned sum = 0, all = 0;
  for (std::uint64_t i = first + threadIdx.x; i < end; i += scan_threads) sum += scan.table[i];
  block_exclusive_scan(sum, all, space);
  if (threadIdx.x == 0) scan.row_sums[blockIdx.x] = all;
}

/// From `first` on, stretch after stretch, with the sum of those before; each number becomes it. Returns the total.
template <typename Load, typename Store>
__device__ unsigned scan_stretches(std::uint64_t first, std::uint64_t end, unsigned before, ScanSpace& space, Load load,
                                   Store store) {
  for (std::uint64_t at = first; at < end; at += scan_threads) {
    const std::uint64_t i = at + threadIdx.x;
    unsigned all = 0;
    const unsigned sum = block_exclusive_scan(i < end ? load(i) : 0u, all, space);
    if (i < end) store(i, before + sum);
    before += all;
  }
  return before;
}

/// Part two: one block.
__global__ void __launch_bounds__(scan_threads) row_starts_kernel(const RowScan scan, std::uint64_t rows) {
  __shared__ ScanSpace space;
  const unsigned total = scan_stretches(
      0, rows, 0, space, [&](std::uint64_t i) { return scan.row_sums[i]; },
      [&](std::uint64_t i, unsigned sum) { scan.row_starts[i] = sum; });
  if (threadIdx.x == 0) scan.row_starts[rows] = total;
}

/// Part three: a block a row.
__global__ void __launch_bounds__(scan_threads) rows_kernel(const RowScan scan) {
  __shared__ ScanSpace space;
  const std::uint64_t first = blockIdx.x * scan.length, end = min(first + scan.length, scan.count);
  scan_stretches(
      first, end, scan.row_starts[blockIdx.x], space, [&](std::uint64_t i) { return scan.table[i]; },
      [&](std::uint64_t i, unsigned sum) { scan.table[i] = sum; });
}

}  // namespace

void scan_rows(const RowScan& scan, Stream stream) {
  const auto rows = static_cast<unsigned>(scan.rows());
  row_sums_kernel<<<rows, scan_threads, 0, stream>>>(scan);
  cuda::check_launch("prefix sum: sums of rows");
  row_starts_kernel<<<1, scan_threads, 0, stream>>>(scan, rows);
  cuda::check_launch("prefix sum: starts of rows");
  rows_kernel<<<rows, scan_threads, 0, stream>>>(scan);
  cuda::check_launch("prefix sum: rows");
}

}  // namespace texelsort::algorithms::sample
