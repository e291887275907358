#pragma once
// Kernels: radix::OnesweepLaunches, words

#include <algorithm>

#include "compute/algorithms/radix/cuda/histogram.cuh"
#include "compute/algorithms/radix/cuda/look_back.cuh"
#include "compute/cuda/device.h"
#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::radix {
namespace {

template <typename Word>
struct HistogramArguments {
  const Word* in;
  std::uint64_t n;
  data::CodeMasks<Word> code;
  DigitRow row;
  unsigned long long* bins;
};

template <typename Word>  //: launch onesweep histograms
__global__ void __launch_bounds__(count_threads) histogram_kernel(const HistogramArguments<Word> arguments) {
  unsigned* counts = cuda::dynamic_shared<unsigned>();
  const unsigned all = arguments.row.digits << arguments.row.bits;
  for (unsigned i = threadIdx.x; i < all; i += count_threads) counts[i] = 0;
  __syncthreads();
  const std::uint64_t whole = arguments.n / block_keys<Word>;
  for (std::uint64_t block = blockIdx.x; block < whole; block += gridDim.x) {
    count_block(arguments.in + block * block_keys<Word>, arguments.code, arguments.row, counts);  //: reads
  }
  if (blockIdx.x == 0) {
    const std::uint64_t counted = whole * block_keys<Word>;
    count_rest(arguments.in + counted, arguments.n - counted, arguments.code, arguments.row, counts);  //: reads
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < all; i += count_threads) {
    if (counts[i] > 0) atomicAdd(arguments.bins + i, static_cast<unsigned long long>(counts[i]));
  }
}

/// One portion of the array: tiles [0, tiles) of `move`, whose digits' first places are `bins`.
template <typename Word, typename Payload>
struct OnesweepArguments : MoveArguments<Word, Payload> {
  std::uint64_t first_tile;  ///< of the portion
  unsigned tiles;            ///< of the portion
  const std::uint64_t* bins;
  std::uint64_t* next_bins;
  unsigned* status;  ///< of the portion
  unsigned* ticket;
  unsigned patience;
};

/// Counts for the block's waiting threads the digits of a tile that has not told them; see look_back(). `spare` is
/// shared memory for as many counts as there are digits.
template <typename Tile, typename Word>
__device__ void count_for(const Tile& tile, const Word* in, std::uint64_t first, std::uint64_t n, unsigned* spare) {
  for (unsigned i = threadIdx.x; i < tile.digit.count(); i += Tile::threads) spare[i] = 0;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < Tile::keys && first + i < n; i += Tile::threads) {
    atomicAdd(&spare[tile.digit_of(tile.code.encode(in[first + i]))], 1u);
  }
  __syncthreads();
}

/// CUDA does not promise that the blocks of earlier tiles get on while this one waits: the block counts the tiles that
/// its threads wait for itself, one tile nearer to the start in every round, so that it ends whatever the others do.
template <typename Tile, typename Word, typename Payload>
__device__ void count_waited_for(const Tile& tile, LookBack& back, const OnesweepArguments<Word, Payload>& arguments) {
  unsigned& latest = tile.shared.tile;
  do {
    if (threadIdx.x == 0) latest = 0;
    __syncthreads();
    if (!back.done()) atomicMax(&latest, static_cast<unsigned>(back.next));
    __syncthreads();
    const std::int64_t counted = latest;
    count_for(tile, arguments.in, (arguments.first_tile + counted) * Tile::keys, arguments.n, tile.shared.spare);
    if (back.next == counted) back.add(tile.shared.spare[threadIdx.x]);
    back.walk(arguments.patience);
  } while (__syncthreads_or(!back.done()));
}

template <typename Tile, typename Word, typename Payload>  //: launch onesweep
__global__ void __launch_bounds__(Tile::threads, Tile::threads >= 384 ? 2 : 3)
    onesweep_kernel(const OnesweepArguments<Word, Payload> arguments) {
  Tile tile{*cuda::dynamic_shared<typename Tile::Shared>(), arguments.code, arguments.digit};
  // Tiles go to blocks in the order in which they start, so that a tile never waits for one that has no block yet.
  if (threadIdx.x == 0) tile.shared.tile = atomicAdd(arguments.ticket, 1u);
  tile.clear_counters();
  __syncthreads();
  const unsigned own = tile.shared.tile;
  tile.stand_at(arguments.first_tile + own, arguments.n);

  Word codes[Tile::items];
  tile.load(arguments.in, codes);  //: reads
  auto ranks = tile.rank_in_warps(codes);
  __syncthreads();
  unsigned* status = arguments.status + own * tile.digit.count() + threadIdx.x;
  const auto column = tile.scan_columns(false, [&](unsigned count) {
    cuda::store_relaxed(status, (own == 0 ? Status::summed : Status::counted) | count);
  });
  tile.add_bases(codes, ranks);
  __syncthreads();
  tile.place_codes(codes, ranks);
  [[maybe_unused]] std::conditional_t<is_word<Payload>, Payload, unsigned> items[Tile::items];
  if constexpr (is_word<Payload>) tile.load_with(arguments.payload_in, items);  // on its way while tiles are asked

  LookBack back{arguments.status + threadIdx.x, tile.digit.count(), std::int64_t{own} - 1};
  if (threadIdx.x >= tile.digit.count()) back.next = LookBack::none;
  const auto conclude = [&] {
    if (threadIdx.x >= tile.digit.count()) return;
    if (own > 0) cuda::store_relaxed(status, Status::summed | (back.sum + column.count));
    const std::uint64_t first = arguments.bins[threadIdx.x] + back.sum;
    tile.shared.places[threadIdx.x] = first - column.before;
    if (own == arguments.tiles - 1) arguments.next_bins[threadIdx.x] = first + column.count;
  };
  back.walk(arguments.patience);
  const bool waiting = !back.done();
  if (!waiting) conclude();  // at once: other tiles wait for it
  if constexpr (is_word<Payload>) {
#pragma unroll
    for (unsigned i = 0; i < Tile::items; ++i) tile.shared.payload[ranks[i]] = items[i];
  }
  if (__syncthreads_or(waiting)) {
    count_waited_for(tile, back, arguments);
    if (waiting) conclude();
    __syncthreads();
  }
  tile.write(arguments.out, arguments.payload_out);  //: writes
  if constexpr (std::is_same_v<Payload, Fields>) kernels::move_fields(tile, ranks, arguments.fields, arguments.n);
}

/// All portions of a pass.
template <typename Tile, typename Word>
void launch_onesweep(const Move& move, const OnesweepTables& tables, Stream stream) {
  using Payload = typename Tile::Payload;
  const auto kernel = onesweep_kernel<Tile, Word, Payload>;
  OnesweepArguments<Word, Payload> arguments{};
  arguments.take(move);
  arguments.patience = tables.patience;
  arguments.bins = tables.bins;
  arguments.next_bins = tables.next_bins;
  arguments.status = tables.status;
  arguments.ticket = tables.tickets;
  const std::uint64_t tiles = (move.n + Tile::keys - 1) / Tile::keys;
  const std::uint64_t portion = onesweep_portion_tiles(move.shape);
  std::uint64_t* spare_bins = tables.bins;
  for (std::uint64_t first = 0; first < tiles; first += portion) {
    arguments.first_tile = first;
    arguments.tiles = static_cast<unsigned>(std::min(portion, tiles - first));
    cuda::launch("onesweep", {arguments.tiles, Tile::threads, sizeof(typename Tile::Shared), stream}, kernel,
                 arguments);
    arguments.status += std::uint64_t{arguments.tiles} << move.bits;
    ++arguments.ticket;
    arguments.bins = arguments.next_bins;
    std::swap(arguments.next_bins, spare_bins);
  }
}

template <typename Word>
struct OnesweepKernels final : OnesweepLaunches {
  std::uint64_t shared_bytes(const Move& move) const override {
    std::uint64_t bytes = 0;
    const auto count = [&]<typename Tile>() { bytes = sizeof(typename Tile::Shared); };
    move.counting ? with_counting_tile<Word>(move, count) : with_tile<Word>(move, count);
    return bytes;
  }

  void histogram(const Move& move, unsigned digits, std::uint64_t* bins, Stream stream) const override {
    // Two blocks of 512 threads fill a multiprocessor's 2,048 thread slots half, four fully; more of them add to the
    // bins more often.
    constexpr unsigned blocks_each = 4;
    const std::size_t shared = sizeof(unsigned) * (std::size_t{digits} << move.bits);
    HistogramArguments<Word> arguments{};
    arguments.in = static_cast<const Word*>(move.keys_in);
    arguments.n = move.n;
    arguments.code = data::code_masks<Word>(move.type, move.order);
    arguments.row = {0, move.bits, digits};
    arguments.bins = reinterpret_cast<unsigned long long*>(bins);
    cuda::launch("onesweep histograms",
                 {cuda::present_device().multiprocessors * blocks_each, count_threads, shared, stream},
                 histogram_kernel<Word>, arguments);
  }

  void onesweep(const Move& move, const OnesweepTables& tables, Stream stream) const override {
    with_tile<Word>(move, [&]<typename Tile>() { launch_onesweep<Tile, Word>(move, tables, stream); });
  }
};

}  // namespace
}  // namespace texelsort::algorithms::radix
