#pragma once

#include "compute/algorithms/radix/cuda/dispatch.cuh"
#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::radix {
namespace {

template <typename Word>
struct RankArguments {
  const Word* in;
  data::CodeMasks<Word> code;
  Digit digit;
  std::uint64_t n;
  std::uint64_t* table;
  std::uint16_t* ranks;
};

/// Phase 1: counts a tile's digits, and ranks every key among the tile's keys with the same digit.
template <typename Tile, typename Word>  //: launch GRS histogram and ranks
__global__ void __launch_bounds__(Tile::threads) rank_kernel(const RankArguments<Word> arguments) {
  Tile tile{*cuda::dynamic_shared<typename Tile::Shared>(), arguments.code, arguments.digit};
  tile.clear_counters();
  tile.stand_at(blockIdx.x, arguments.n);
  Word codes[Tile::items];
  tile.load(arguments.in, codes);  //: reads
  __syncthreads();
  typename Tile::Ranks ranks;
  tile.rank(codes, ranks, true,
            [&](unsigned count) { arguments.table[std::uint64_t{threadIdx.x} * gridDim.x + blockIdx.x] = count; });
  std::uint16_t* out = arguments.ranks + tile.start;
#pragma unroll
  for (unsigned i = 0; i < Tile::items; ++i) {
    if (tile.full() || Tile::place(i) < tile.valid) out[Tile::place(i)] = static_cast<std::uint16_t>(ranks[i]);
  }
}

template <typename Word, typename Payload>
struct RankedMoveArguments : MoveArguments<Word, Payload> {
  const std::uint64_t* table;
  const std::uint16_t* ranks;
};

/// Phase 3: computes each key's position in its tile from its rank and the table's sums. Orders the tile in shared
/// memory, and writes it to its positions in the array.
template <typename Tile, typename Word, typename Payload>  //: launch GRS move
__global__ void __launch_bounds__(Tile::threads) move_kernel(const RankedMoveArguments<Word, Payload> arguments) {
  Tile tile{*cuda::dynamic_shared<typename Tile::Shared>(), arguments.code, arguments.digit};
  tile.stand_at(blockIdx.x, arguments.n);
  const unsigned own = threadIdx.x, digits = tile.digit.count();
  std::uint64_t first = 0;
  unsigned count = 0;
  if (own < digits) {
    const std::uint64_t element = std::uint64_t{own} * gridDim.x + blockIdx.x;
    const bool last = element + 1 == std::uint64_t{digits} * gridDim.x;
    first = arguments.table[element];
    count = static_cast<unsigned>((last ? arguments.n : arguments.table[element + 1]) - first);
  }
  Word codes[Tile::items];
  tile.load(arguments.in, codes);  //: reads
  typename Tile::Ranks ranks;
  const std::uint16_t* in = arguments.ranks + tile.start;
#pragma unroll
  for (unsigned i = 0; i < Tile::items; i += 2) {
    // Positions past the last key stay after all keys of the tile.
    const unsigned even = Tile::place(i), odd = Tile::place(i + 1);
    ranks.set(i, tile.full() || even < tile.valid ? in[even] : even, tile.full() || odd < tile.valid ? in[odd] : odd);
  }
  const unsigned before = tile.scan_digits(count);
  unsigned* bases = tile.shared.spare;
  if (own < digits) {
    bases[own] = before;
    tile.shared.places[own] = first - before;
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < Tile::items; i += 2) {
    const auto base = [&](unsigned item) {
      return tile.full() || Tile::place(item) < tile.valid ? bases[tile.digit_of(codes[item])] : 0;
    };
    ranks.pairs[i / 2] += base(i) + (base(i + 1) << 16);
  }
  tile.place_codes(codes, ranks);
  if constexpr (is_word<Payload>) tile.place_payload(arguments.payload_in, ranks);
  __syncthreads();
  tile.write(arguments.out, arguments.payload_out);  //: writes
  if constexpr (std::is_same_v<Payload, Fields>) kernels::move_fields(tile, ranks, arguments.fields, arguments.n);
}

template <typename Tile, typename Word>
void launch_rank(const Move& move, std::uint64_t* table, std::uint16_t* ranks, Stream stream) {
  const auto kernel = rank_kernel<Tile, Word>;
  const RankArguments<Word> arguments{static_cast<const Word*>(move.keys_in),
                                      data::code_masks<Word>(move.type, move.order),
                                      {move.shift, move.bits},
                                      move.n,
                                      table,
                                      ranks};
  cuda::launch("GRS histogram and ranks",
               {cuda::blocks_for(move.n, Tile::keys), Tile::threads, sizeof(typename Tile::Shared), stream}, kernel,
               arguments);
}

template <typename Tile, typename Word>
void launch_move(const Move& move, const std::uint64_t* table, const std::uint16_t* ranks, Stream stream) {
  using Payload = typename Tile::Payload;
  const auto kernel = move_kernel<Tile, Word, Payload>;
  RankedMoveArguments<Word, Payload> arguments{};
  arguments.take(move);
  arguments.table = table;
  arguments.ranks = ranks;
  cuda::launch("GRS move", {cuda::blocks_for(move.n, Tile::keys), Tile::threads, sizeof(typename Tile::Shared), stream},
               kernel, arguments);
}

template <typename Word>
struct GrsKernels final : GrsLaunches {
  /// Ranks the keys of all tiles among keys with the same digit. Does not read the payload.
  void rank(const Move& move, std::uint64_t* table, std::uint16_t* ranks, Stream stream) const override {
    const auto launch = [&]<typename Tile>() { launch_rank<Tile, Word>(move, table, ranks, stream); };
    if (move.counting) return with_counting_shape<Word, NoPayload>(move.shape, launch);
    with_shape<Word, NoPayload>(move.shape, {move.shift, move.bits}, launch);
  }

  void move(const Move& move, const std::uint64_t* table, const std::uint16_t* ranks, Stream stream) const override {
    with_tile<Word>(move, [&]<typename Tile>() { launch_move<Tile, Word>(move, table, ranks, stream); });
  }
};

}  // namespace
}  // namespace texelsort::algorithms::radix
