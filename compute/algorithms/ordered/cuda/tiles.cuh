#pragma once

#include "compute/algorithms/ordered/cuda/distribute.cuh"
#include "compute/cuda/kernel.h"

/// Last distribution. Each tile is ordered by bucket in place, so that a bucket consists of one piece per tile. The
/// sort of a bucket collects its pieces. Keys are thus read and written once, and no scan of counts is needed.
namespace texelsort::algorithms::ordered {
namespace {

/// Tile for kernels::move_fields(), whose elements stay within the tile, ordered by bucket.
template <typename WordType, bool HasFields, unsigned Threads, unsigned Items>
struct OrderedTile {
  using Word = WordType;
  using Ranker = kernels::DigitTile<std::uint32_t, kernels::NoPayload, Threads, Items, true>;
  static constexpr unsigned threads = Threads, items = Items, keys = Ranker::keys;
  static constexpr bool has_fields = HasFields;

  struct Shared {
    union {
      typename Ranker::Shared ranker;
      Word keys_in_order[keys];
    };
    unsigned payload[HasFields ? keys : 1];
    SplitterTree<Word> tree;
  };

  Shared& shared;
  std::uint64_t start;
  unsigned valid;

  static __device__ unsigned place(unsigned item) { return Ranker::place(item); }
  __device__ bool full() const { return valid == keys; }
  __device__ std::uint64_t target(unsigned j) const { return start + j; }
};

template <typename Word, bool HasFields>
using LastTile = std::conditional_t<sizeof(Word) == 4 && !HasFields, OrderedTile<Word, HasFields, 512, 16>,
                                    OrderedTile<Word, HasFields, 256, 16>>;

/// Finds the bucket of every key of a tile, orders the tile by bucket, and records the start of each bucket.
template <typename Tile, typename Source>  //: launch ordered sample sort: tiles
__global__ void __launch_bounds__(Tile::threads)
    tile_kernel(Source source, typename Source::Word* out, kernels::FieldArrays fields, std::uint64_t n, Level level,
                Tables tables) {
  cuda::wait_for_earlier();
  using Word = typename Source::Word;
  auto& shared = *cuda::dynamic_shared<typename Tile::Shared>();
  if (!TilePlace::exists(level, tables)) return;
  const TilePlace at(level, tables);
  Tile tile{shared, at.start, at.valid};
  auto ranker = bucket_ranker(tile);
  shared.tree.load(source, tables, at.segment, level.bits, tile.start);

  constexpr unsigned group = 4;  // keys whose searches in the tree overlap
  static_assert(Tile::items % group == 0);
  std::uint32_t buckets[Tile::items];
#pragma unroll
  for (unsigned first = 0; first < Tile::items; first += group) {
    Word codes[group];
    unsigned found[group];
#pragma unroll
    for (unsigned i = 0; i < group; ++i) {
      const unsigned place = Tile::place(first + i);
      codes[i] = place < tile.valid ? source.code.encode(source.in[tile.start + place]) : Word{0};  //: reads
    }
    shared.tree.find(  //: compares
        codes, level.bits, source.less, [&](unsigned i) { return tile.start + Tile::place(first + i); }, found);
#pragma unroll
    for (unsigned i = 0; i < group; ++i) {
      buckets[first + i] = Tile::place(first + i) < tile.valid ? found[i] : most_buckets - 1;
    }
  }
  auto ranks = ranker.rank_in_warps(buckets);
  __syncthreads();
  const auto own = ranker.scan_columns(false, [](unsigned) {});
  ranker.add_bases(buckets, ranks);
  if (threadIdx.x < level.buckets()) tables.offsets[at.element(level, threadIdx.x)] = own.before;
  // Loads the keys again, from caches, because no registers were free to store them during the comparisons.
  Word keys[Tile::items];
#pragma unroll
  for (unsigned i = 0; i < Tile::items; ++i) {
    if (tile.full() || Tile::place(i) < tile.valid) keys[i] = source.in[tile.start + Tile::place(i)];
  }
  __syncthreads();  // all threads have finished using the counters, whose memory the keys overwrite
#pragma unroll
  for (unsigned i = 0; i < Tile::items; ++i) shared.keys_in_order[ranks[i]] = keys[i];
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < Tile::items; ++i) {
    const unsigned j = i * Tile::threads + threadIdx.x;
    if (tile.full() || j < tile.valid) out[tile.start + j] = shared.keys_in_order[j];  //: writes
  }
  if constexpr (Tile::has_fields) kernels::move_fields(tile, ranks, fields, n);
}

}  // namespace
}  // namespace texelsort::algorithms::ordered
