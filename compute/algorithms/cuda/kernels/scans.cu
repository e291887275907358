#include <cub/block/block_load.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/device/device_scan.cuh>

#include "compute/algorithms/cuda/kernels/scan.cuh"
#include "compute/algorithms/cuda/kernels/scans.h"
#include "compute/cuda/error.h"
#include "compute/cuda/launch.h"

namespace texelsort::algorithms::kernels {
namespace {

constexpr unsigned row_threads = 512;

/// The block's team, of a width that the compiler knows.
__device__ Team row_team() {
  return {row_threads, threadIdx.x};
}

/// Part one: a block a row.
__global__ void __launch_bounds__(row_threads) row_sums_kernel(const RowScan scan) {
  __shared__ std::uint32_t sums[row_threads / warp_lanes];
  const std::uint64_t first = blockIdx.x * scan.length, end = min(first + scan.length, scan.count);
  std::uint32_t own = 0;
  for (std::uint64_t i = first + threadIdx.x; i < end; i += row_threads) own += scan.table[i];
  const std::uint32_t all = team_sum(row_team(), own, sums);
  if (threadIdx.x == 0) scan.row_sums[blockIdx.x] = all;
}

/// Part two: one block.
__global__ void __launch_bounds__(row_threads) row_starts_kernel(const RowScan scan, std::uint64_t rows) {
  __shared__ std::uint32_t sums[row_threads / warp_lanes];
  const std::uint32_t total = scan_range(
      row_team(), 0, rows, std::uint32_t{0}, sums, [&](std::uint64_t i) { return scan.row_sums[i]; },
      [&](std::uint64_t i, std::uint32_t sum) { scan.row_starts[i] = sum; });
  if (threadIdx.x == 0) scan.row_starts[rows] = total;
}

/// Part three: a block a row.
__global__ void __launch_bounds__(row_threads) rows_kernel(const RowScan scan) {
  __shared__ std::uint32_t sums[row_threads / warp_lanes];
  const std::uint64_t first = blockIdx.x * scan.length, end = min(first + scan.length, scan.count);
  scan_range(
      row_team(), first, end, scan.row_starts[blockIdx.x], sums, [&](std::uint64_t i) { return scan.table[i]; },
      [&](std::uint64_t i, std::uint32_t sum) { scan.table[i] = sum; });
}

constexpr unsigned block_threads = 1024, block_items = 8;
using Load = cub::BlockLoad<std::uint64_t, block_threads, block_items, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
using Scan = cub::BlockScan<std::uint64_t, block_threads>;
using Store = cub::BlockStore<std::uint64_t, block_threads, block_items, cub::BLOCK_STORE_WARP_TRANSPOSE>;
union ScanShared {
  Load::TempStorage load;
  Scan::TempStorage scan;
  Store::TempStorage store;
};

/// Stretch after stretch, with the sum of those before.
__global__ void __launch_bounds__(block_threads) block_kernel(std::uint64_t* table, std::uint64_t elements) {
  extern __shared__ __align__(16) unsigned char memory[];
  ScanShared& shared = *reinterpret_cast<ScanShared*>(memory);
  constexpr unsigned stretch = block_threads * block_items;
  std::uint64_t before = 0;
  for (std::uint64_t first = 0; first < elements; first += stretch) {
    const int valid = static_cast<int>(min(elements - first, std::uint64_t{stretch}));
    std::uint64_t items[block_items];
    Load(shared.load).Load(table + first, items, valid, std::uint64_t{0});
    __syncthreads();
    std::uint64_t sum = 0;
    Scan(shared.scan).ExclusiveSum(items, items, sum);
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < block_items; ++i) items[i] += before;
    Store(shared.store).Store(table + first, items, valid);
    __syncthreads();
    before += sum;
  }
}

}  // namespace

void scan_rows(const RowScan& scan, Stream stream) {
  const auto rows = static_cast<unsigned>(scan.rows());
  row_sums_kernel<<<rows, row_threads, 0, stream>>>(scan);
  cuda::check_launch("scan: sums of rows");
  row_starts_kernel<<<1, row_threads, 0, stream>>>(scan, rows);
  cuda::check_launch("scan: starts of rows");
  rows_kernel<<<rows, row_threads, 0, stream>>>(scan);
  cuda::check_launch("scan: rows");
}

void scan_by_block(std::uint64_t* table, std::uint64_t elements, Stream stream) {
  cuda::allow_shared(block_kernel, sizeof(ScanShared));
  block_kernel<<<1, block_threads, sizeof(ScanShared), stream>>>(table, elements);
  cuda::check_launch("scan by one block");
}

std::uint64_t scan_bytes(std::uint64_t elements) {
  std::size_t bytes = 0;
  std::uint64_t* none = nullptr;
  cuda::check(cub::DeviceScan::ExclusiveSum(nullptr, bytes, none, none, elements), "cub::DeviceScan::ExclusiveSum");
  return bytes;
}

void scan_by_cub(std::uint64_t* table, std::uint64_t elements, void* temporary, std::uint64_t bytes, Stream stream) {
  std::size_t given = bytes;
  cuda::check(cub::DeviceScan::ExclusiveSum(temporary, given, table, table, elements, stream),
              "cub::DeviceScan::ExclusiveSum");
}

}  // namespace texelsort::algorithms::kernels
