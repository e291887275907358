#include <cub/block/block_load.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>

#include "compute/algorithms/radix/cuda/histogram.cuh"
#include "compute/algorithms/radix/cuda/srts.cuh"

namespace texelsort::algorithms::radix {
namespace {

template <typename Word>
struct ReduceArguments {
  const Word* in;
  std::uint64_t n;
  data::CodeMasks<Word> code;
  DigitRow row;
  std::uint64_t column_keys;
  std::uint64_t* table;
};

/// Bottom-level reduction: a block counts the digits of its share.
template <typename Word>
__global__ void __launch_bounds__(count_threads) reduce_kernel(const ReduceArguments<Word> arguments) {
  __shared__ unsigned counts[most_digits];
  const unsigned digits = 1u << arguments.row.bits;
  for (unsigned i = threadIdx.x; i < digits; i += count_threads) counts[i] = 0;
  __syncthreads();
  std::uint64_t at = blockIdx.x * arguments.column_keys;
  const std::uint64_t end = min(at + arguments.column_keys, arguments.n);
  for (; at + block_keys<Word> <= end; at += block_keys<Word>) {
    count_block(arguments.in + at, arguments.code, arguments.row, counts);
  }
  count_rest(arguments.in + at, end - at, arguments.code, arguments.row, counts);
  __syncthreads();
  for (unsigned i = threadIdx.x; i < digits; i += count_threads) {
    arguments.table[std::uint64_t{i} * gridDim.x + blockIdx.x] = counts[i];
  }
}

constexpr unsigned scan_threads = 1024, scan_items = 8;
using Load = cub::BlockLoad<std::uint64_t, scan_threads, scan_items, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
using Scan = cub::BlockScan<std::uint64_t, scan_threads>;
using Store = cub::BlockStore<std::uint64_t, scan_threads, scan_items, cub::BLOCK_STORE_WARP_TRANSPOSE>;
union ScanShared {
  Load::TempStorage load;
  Scan::TempStorage scan;
  Store::TempStorage store;
};

/// Top-level scan by one block: stretch after stretch, with the sum of those before.
__global__ void __launch_bounds__(scan_threads) scan_kernel(std::uint64_t* table, std::uint64_t elements) {
  extern __shared__ __align__(16) unsigned char memory[];
  ScanShared& shared = *reinterpret_cast<ScanShared*>(memory);
  constexpr unsigned stretch = scan_threads * scan_items;
  std::uint64_t before = 0;
  for (std::uint64_t first = 0; first < elements; first += stretch) {
    const int valid = static_cast<int>(min(elements - first, std::uint64_t{stretch}));
    std::uint64_t items[scan_items];
    Load(shared.load).Load(table + first, items, valid, std::uint64_t{0});
    __syncthreads();
    std::uint64_t sum = 0;
    Scan(shared.scan).ExclusiveSum(items, items, sum);
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < scan_items; ++i) items[i] += before;
    Store(shared.store).Store(table + first, items, valid);
    __syncthreads();
    before += sum;
  }
}

template <typename Word>
void launch_reduce(const Move& move, const SrtsShares& shares, std::uint64_t* table, Stream stream) {
  ReduceArguments<Word> arguments{};
  arguments.in = static_cast<const Word*>(move.keys_in);
  arguments.n = move.n;
  arguments.code = data::code_masks<Word>(move.type, move.order);
  arguments.row = {move.shift, move.bits, 1};
  arguments.column_keys = shares.tiles_each * move.shape.tile();
  arguments.table = table;
  reduce_kernel<Word><<<static_cast<unsigned>(shares.columns), count_threads, 0, stream>>>(arguments);
  cuda::check_launch("SRTS bottom-level reduction");
}

}  // namespace

void srts_reduce(const Move& move, const SrtsShares& shares, std::uint64_t* table, Stream stream) {
  if (data::key_bytes(move.type) == 8) {
    launch_reduce<std::uint64_t>(move, shares, table, stream);
  } else {
    launch_reduce<std::uint32_t>(move, shares, table, stream);
  }
}

void srts_scan(std::uint64_t* table, std::uint64_t elements, Stream stream) {
  allow_shared(scan_kernel, sizeof(ScanShared));
  scan_kernel<<<1, scan_threads, sizeof(ScanShared), stream>>>(table, elements);
  cuda::check_launch("SRTS top-level scan");
}

void srts_scatter(const Move& move, const SrtsShares& shares, const std::uint64_t* table, Stream stream) {
  if (data::key_bytes(move.type) == 8) {
    srts_scatter_64(move, shares, table, stream);
  } else {
    srts_scatter_32(move, shares, table, stream);
  }
}

}  // namespace texelsort::algorithms::radix
