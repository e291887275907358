#pragma once

#include <algorithm>

#include "compute/algorithms/radix/cuda/histogram.cuh"
#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::radix {
namespace {

template <typename Word>
struct CountArguments {
  const Word* in;
  std::uint64_t n;
  data::CodeMasks<Word> code;
  DigitRow row;
  std::uint64_t column_keys;
  std::uint64_t* table;
};

/// Bottom-level reduction: each block counts the digits in its share of the array.
template <typename Word>  //: launch SRTS bottom-level reduction
__global__ void __launch_bounds__(count_threads) count_kernel(const CountArguments<Word> arguments) {
  TEXELSORT_SHARED(counts, unsigned[most_digits]);
  BlockCounters<1> counters{counts};
  counters.clear(arguments.row);
  __syncthreads();
  std::uint64_t at = blockIdx.x * arguments.column_keys;
  const std::uint64_t end = min(at + arguments.column_keys, arguments.n);
  for (; at + block_keys<Word> <= end; at += block_keys<Word>) {
    counters.add(Chunk<Word>::load(arguments.in + at, arguments.code), arguments.row);  //: reads
  }
  for (at += threadIdx.x; at < end; at += count_threads) {
    counters.add(arguments.code.encode(arguments.in[at]), arguments.row);  //: reads
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < arguments.row.values(); i += count_threads) {
    arguments.table[std::uint64_t{i} * gridDim.x + blockIdx.x] = counts[i];
  }
}

/// Bottom-level reduction in the form of Bandyopadhyay and Sahni: each thread keeps one count per digit value in
/// registers, and the block sums the counts of its threads at the end.
template <typename Word>  //: launch SRTS bottom-level reduction
__global__ void __launch_bounds__(count_threads) own_count_kernel(const CountArguments<Word> arguments) {
  constexpr unsigned most = 1u << most_counted_bits, warps = count_threads / kernels::warp_lanes;
  TEXELSORT_SHARED(sums, unsigned[warps * most]);
  const Digit digit = arguments.row[0];
  const std::uint64_t start = blockIdx.x * arguments.column_keys;
  const std::uint64_t end = min(start + arguments.column_keys, arguments.n);
  unsigned counts[most] = {};
  for (std::uint64_t i = start + threadIdx.x; i < end; i += count_threads) {
    const unsigned own = digit.of(arguments.code.encode(arguments.in[i]));  //: reads
#pragma unroll
    for (unsigned d = 0; d < most; ++d) counts[d] += own == d ? 1 : 0;
  }
#pragma unroll
  for (unsigned d = 0; d < most; ++d) {
    const unsigned sum = kernels::warp_sum(counts[d]);
    if (threadIdx.x % kernels::warp_lanes == 0) sums[threadIdx.x / kernels::warp_lanes * most + d] = sum;
  }
  __syncthreads();
  if (threadIdx.x >= digit.count()) return;
  unsigned all = 0;
  for (unsigned w = 0; w < warps; ++w) all += sums[w * most + threadIdx.x];
  arguments.table[std::uint64_t{threadIdx.x} * gridDim.x + blockIdx.x] = all;
}

template <typename Word, typename Payload>
struct ScatterArguments : MoveArguments<Word, Payload> {
  std::uint64_t tiles_each;
  const std::uint64_t* table;
};

/// Bottom-level scan and scatter: each block processes the tiles of its share of the array one after another, and
/// updates the next position of every digit value.
template <typename Tile, typename Word, typename Payload>  //: launch SRTS bottom-level scan and scatter
__global__ void __launch_bounds__(Tile::threads, Tile::threads >= 384 ? 2 : 3)
    scatter_kernel(const ScatterArguments<Word, Payload> arguments) {
  Tile tile{*cuda::dynamic_shared<typename Tile::Shared>(), arguments.code, arguments.digit};
  const unsigned own = threadIdx.x;
  std::uint64_t next = own < tile.digit.count() ? arguments.table[std::uint64_t{own} * gridDim.x + blockIdx.x] : 0;
  const std::uint64_t first = blockIdx.x * arguments.tiles_each;
  for (std::uint64_t i = first; i < first + arguments.tiles_each && i * Tile::keys < arguments.n; ++i) {
    tile.stand_at(i, arguments.n);
    Word codes[Tile::items];
    tile.load(arguments.in, codes);  //: reads
    __syncthreads();                 // all threads have finished using the previous tile in shared memory
    tile.clear_counters();
    __syncthreads();
    typename Tile::Ranks ranks;
    const auto column = tile.rank(codes, ranks, false, [](unsigned) {});
    if (own < tile.digit.count()) tile.shared.places[own] = next - column.before;
    next += column.count;
    __syncthreads();
    tile.place_codes(codes, ranks);
    if constexpr (is_word<Payload>) tile.place_payload(arguments.payload_in, ranks);
    __syncthreads();
    tile.write(arguments.out, arguments.payload_out);  //: writes
    if constexpr (std::is_same_v<Payload, Fields>) kernels::move_fields(tile, ranks, arguments.fields, arguments.n);
  }
}

template <typename Tile, typename Word>
void launch_scatter(const Move& move, const SrtsShares& shares, const std::uint64_t* table, Stream stream) {
  using Payload = typename Tile::Payload;
  const auto kernel = scatter_kernel<Tile, Word, Payload>;
  ScatterArguments<Word, Payload> arguments{};
  arguments.take(move);
  arguments.tiles_each = shares.tiles_each;
  arguments.table = table;
  cuda::launch("SRTS bottom-level scan and scatter",
               {static_cast<unsigned>(shares.columns), Tile::threads, sizeof(typename Tile::Shared), stream}, kernel,
               arguments);
}

template <typename Word>
struct SrtsKernels final : SrtsLaunches {
  void count(const Move& move, const SrtsShares& shares, std::uint64_t* table, Stream stream) const override {
    CountArguments<Word> arguments{};
    arguments.in = static_cast<const Word*>(move.keys_in);
    arguments.n = move.n;
    arguments.code = data::code_masks<Word>(move.type, move.order);
    arguments.row = {move.shift, move.bits, 1};
    arguments.column_keys = shares.tiles_each * move.shape.tile();
    arguments.table = table;
    const auto kernel = move.counting ? own_count_kernel<Word> : count_kernel<Word>;
    cuda::launch("SRTS bottom-level reduction", {static_cast<unsigned>(shares.columns), count_threads, 0, stream},
                 kernel, arguments);
  }

  void scatter(const Move& move, const SrtsShares& shares, const std::uint64_t* table, Stream stream) const override {
    const auto launch = [&]<typename Tile>() { launch_scatter<Tile, Word>(move, shares, table, stream); };
    move.counting ? with_counting_tile<Word>(move, launch) : with_tile<Word>(move, launch);
  }
};

}  // namespace
}  // namespace texelsort::algorithms::radix
