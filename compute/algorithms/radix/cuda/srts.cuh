#pragma once

#include <algorithm>

#include "compute/algorithms/radix/cuda/dispatch.cuh"
#include "compute/algorithms/radix/cuda/moves.cuh"

namespace texelsort::algorithms::radix {

template <typename Word, typename Payload>
struct ScatterArguments : MoveArguments<Word, Payload> {
  std::uint64_t tiles_each;
  const std::uint64_t* table;
};

/// Bottom-level scan and scatter: a block takes the tiles of its share one after the other, and every digit's next
/// place along with them.
template <typename Tile, typename Word, typename Payload>
__global__ void __launch_bounds__(Tile::threads, Tile::threads >= 384 ? 2 : 3)
    scatter_kernel(const ScatterArguments<Word, Payload> arguments) {
  extern __shared__ __align__(16) unsigned char memory[];
  Tile tile{*reinterpret_cast<typename Tile::Shared*>(memory), arguments.code, arguments.digit};
  const unsigned own = threadIdx.x;
  std::uint64_t next = own < tile.digit.count() ? arguments.table[std::uint64_t{own} * gridDim.x + blockIdx.x] : 0;
  const std::uint64_t first = blockIdx.x * arguments.tiles_each;
  for (std::uint64_t i = first; i < first + arguments.tiles_each && i * Tile::keys < arguments.n; ++i) {
    tile.stand_at(i, arguments.n);
    Word codes[Tile::items];
    tile.load(arguments.in, codes);
    __syncthreads();  // the tile before is out of shared memory
    tile.clear_counters();
    __syncthreads();
    auto ranks = tile.rank_in_warps(codes);
    __syncthreads();
    const auto column = tile.sum_columns(false, [](unsigned) {});
    tile.add_bases(codes, ranks);
    if (own < tile.digit.count()) tile.shared.places[own] = next - column.before;
    next += column.count;
    __syncthreads();
    tile.place_codes(codes, ranks);
    if constexpr (is_word<Payload>) tile.place_payload(arguments.payload_in, ranks);
    __syncthreads();
    tile.write(arguments.out, arguments.payload_out);
    if constexpr (std::is_same_v<Payload, Fields>) move_fields(tile, ranks, arguments.fields, arguments.n);
  }
}

template <typename Tile, typename Word>
void launch_scatter(const Move& move, const SrtsShares& shares, const std::uint64_t* table, Stream stream) {
  using Payload = typename Tile::Payload;
  const auto kernel = scatter_kernel<Tile, Word, Payload>;
  allow_shared(kernel, sizeof(typename Tile::Shared));
  ScatterArguments<Word, Payload> arguments{};
  arguments.take(move);
  arguments.tiles_each = shares.tiles_each;
  arguments.table = table;
  kernel<<<static_cast<unsigned>(shares.columns), Tile::threads, sizeof(typename Tile::Shared), stream>>>(arguments);
  cuda::check_launch("SRTS bottom-level scan and scatter");
}

template <typename Word>
void scatter_of_width(const Move& move, const SrtsShares& shares, const std::uint64_t* table, Stream stream) {
  with_tile<Word>(move, [&]<typename Tile>() { launch_scatter<Tile, Word>(move, shares, table, stream); });
}

void srts_scatter_32(const Move& move, const SrtsShares& shares, const std::uint64_t* table, Stream stream);
void srts_scatter_64(const Move& move, const SrtsShares& shares, const std::uint64_t* table, Stream stream);

}  // namespace texelsort::algorithms::radix
