#pragma once

#include "compute/algorithms/cuda/kernels/digit_tile.cuh"
#include "compute/algorithms/cuda/kernels/move_fields.cuh"
#include "compute/algorithms/cuda/kernels/partition_point.cuh"
#include "compute/algorithms/cuda/kernels/sample_places.h"
#include "compute/algorithms/cuda/kernels/sorted_block.cuh"
#include "compute/algorithms/cuda/kernels/typed.cuh"
#include "compute/algorithms/ordered/cuda/launch.h"
#include "compute/cuda/kernel.h"

/// Kernels of the steps of a distribution. OrderedStep::Kind lists the steps (ordered/schedule.h).
namespace texelsort::algorithms::ordered {
namespace {

inline constexpr unsigned most_buckets = 256;
/// Block sizes for sorting one segment's many samples as parallel lists. One block would need several times as long.
inline constexpr unsigned list_threads = 192, list_items = 5, rank_threads = 256;
static_assert(sample_lists * list_threads * list_items >= sample_threads * sample_items);
/// Threads per block, and items per thread, for counting. A sort of 2^20 keys, which has few tiles, needs 0.94 of the
/// time with 512 threads and 4 items, compared with 256 threads and 8 items (H200).
inline constexpr unsigned count_threads = 512, count_items = 4;

/// Input of a level: the keys, their encoding and their comparison.
template <typename WordType, typename LessType>
struct Source {
  using Word = WordType;
  using Less = LessType;
  const Word* in;
  data::CodeMasks<Word> code;
  Less less;
};

/// Samples of a segment. The index of a sample breaks ties.
template <typename Source>
struct Samples {
  using Word = typename Source::Word;
  using Kind = kernels::PlacedElement<Word, typename Source::Less>;
  using Element = typename Kind::Element;
  using Compare = typename Kind::Compare;
  using Sorter = kernels::BlockMergeSort<Element, Compare, sample_threads, sample_items>;
  using ListSorter = kernels::BlockMergeSort<Element, Compare, list_threads, list_items>;

  const Source& source;
  const Level& level;
  const Tables& tables;
  std::uint64_t segment, start, size;
  kernels::SamplePlaces place;

  __device__ Samples(const Source& keys, const Level& own, const Tables& all, std::uint64_t number)
      : source(keys),
        level(own),
        tables(all),
        segment(number),
        start(all.starts[number]),
        size(all.starts[number + 1] - start),
        place(own.seed, number, own.samples(), size) {}

  __device__ Element draw(unsigned i) const { return Kind::make(source.code.encode(source.in[start + place(i)]), i); }
  __device__ void write(unsigned j, const Element& splitter) const {
    write(j, source.code.decode(Kind::code(splitter)), start + place(Kind::place(splitter)));
  }
  /// Writes the largest key as entry j, to mark the end of the splitters.
  __device__ void write_end(unsigned j) const { write(j, source.code.decode(~Word{0}), ~std::uint64_t{0}); }

 private:
  __device__ void write(unsigned j, Word splitter, std::uint64_t from) const {
    static_cast<Word*>(tables.splitters)[(segment << level.bits) + j] = splitter;
    tables.splitter_places[(segment << level.bits) + j] = from;
  }
};

/// Draws a segment's samples, sorts them and stores every `oversampling`-th as a splitter. One block per segment.
template <typename Source>  //: launch ordered sample sort: splitters
__global__ void __launch_bounds__(sample_threads) sample_kernel(Source source, Level level, Tables tables) {
  cuda::wait_for_earlier();
  using Sorter = typename Samples<Source>::Sorter;
  auto& shared = Sorter::elements();
  const Samples<Source> samples(source, level, tables, blockIdx.x);
  if (samples.size > 0) {
    for (unsigned i = threadIdx.x; i < level.samples(); i += sample_threads) shared.set(i, samples.draw(i));  //: reads
    __syncthreads();
    Sorter::sort(Samples<Source>::Kind::compare(source.less), level.samples());  //: compares
  }
  for (unsigned j = threadIdx.x; j < level.buckets(); j += sample_threads) {
    if (j + 1 == level.buckets() || samples.size == 0) {
      samples.write_end(j);
    } else {
      samples.write(j, shared[(j + 1) * level.oversampling]);
    }
  }
}

/// Draws and sorts one list of samples, for a level with one segment. One block per list; sample_lists blocks.
template <typename Source>  //: launch ordered sample sort: lists of samples
__global__ void __launch_bounds__(list_threads)
    list_kernel(Source source, Level level, Tables tables, typename Samples<Source>::Element* lists) {
  cuda::wait_for_earlier();
  using Sorter = typename Samples<Source>::ListSorter;
  auto& shared = Sorter::elements();
  const Samples<Source> samples(source, level, tables, 0);
  const unsigned first = blockIdx.x * level.list(), count = min(level.list(), level.samples() - first);
  for (unsigned i = threadIdx.x; i < count; i += list_threads) shared.set(i, samples.draw(first + i));  //: reads
  __syncthreads();
  Sorter::sort(Samples<Source>::Kind::compare(source.less), count);  //: compares
  for (unsigned i = threadIdx.x; i < count; i += list_threads) lists[first + i] = shared[i];
}

/// Ranks each sample in all lists, one lane per list. Every `oversampling`-th sample in order of rank is a splitter.
template <typename Source>  //: launch ordered sample sort: splitters
__global__ void __launch_bounds__(rank_threads)
    rank_kernel(Source source, Level level, Tables tables, const typename Samples<Source>::Element* lists) {
  cuda::wait_for_earlier();
  const unsigned i = (blockIdx.x * rank_threads + threadIdx.x) / sample_lists, lane = threadIdx.x % sample_lists;
  const auto less = Samples<Source>::Kind::apart(source.less);
  const bool there = i < level.samples();
  const auto sample = lists[there ? i : 0];
  const unsigned first = min(lane * level.list(), level.samples());
  const unsigned last = min(first + level.list(), level.samples());
  const unsigned rank = kernels::warp_sum<sample_lists>(
      kernels::partition_point(first, last, [&](unsigned j) { return !less(lists[j], sample); }) - first);  //: compares
  if (!there || lane != 0 || rank % level.oversampling != 0) return;
  const Samples<Source> samples(source, level, tables, 0);
  // No splitter precedes the first bucket, so the sample of rank 0 writes the end mark instead of a splitter.
  if (rank == 0) return samples.write_end(level.buckets() - 1);
  samples.write(rank / level.oversampling - 1, sample);
}

/// Splitters of a segment in shared memory: sorted, and as the search tree of Sanders and Winkel (Super Scalar Sample
/// Sort, ESA 2004), where node j has the children 2j and 2j + 1. For equal splitters, last_equal is their last, and
/// first_near is the first whose position is in or after the tile. Few keys then examine several splitters.
template <typename Word>
struct SplitterTree {
  Word tree[most_buckets];
  Word splitters[most_buckets];
  std::uint64_t places[most_buckets];
  std::uint8_t first_near[most_buckets], last_equal[most_buckets];

  /// Loads the splitters for a tile that starts at position `first`. Ends with a barrier.
  template <typename Source>
  __device__ void load(const Source& source, const Tables& tables, std::uint64_t segment, unsigned bits,
                       std::uint64_t first) {
    const unsigned buckets = 1u << bits;
    const Word* from = static_cast<const Word*>(tables.splitters) + segment * buckets;
    for (unsigned j = threadIdx.x; j + 1 < buckets; j += blockDim.x) {
      const Word code = source.code.encode(from[j]);
      splitters[j] = code;
      places[j] = tables.splitter_places[segment * buckets + j];
      // Tree node of splitter j. Its height above the leaves is the number of trailing ones of j.
      const unsigned height = __ffs(~j) - 1;
      tree[(buckets + j) >> (height + 1)] = code;
    }
    __syncthreads();
    for (unsigned j = threadIdx.x; j + 1 < buckets; j += blockDim.x) {
      const unsigned end = kernels::partition_point(
          j + 1, buckets - 1, [&](unsigned i) { return source.less(splitters[j], splitters[i]); });
      const unsigned near = kernels::partition_point(j, end, [&](unsigned i) { return places[i] >= first; });
      last_equal[j] = static_cast<std::uint8_t>(end - 1);
      first_near[j] = static_cast<std::uint8_t>(near);
    }
    __syncthreads();
  }

  /// Finds the buckets of `Count` keys. place(i) returns the position of key i in the array.
  template <unsigned Count, typename Less, typename Place>
  __device__ void find(const Word (&codes)[Count], unsigned bits, const Less& less, const Place& place,
                       unsigned (&buckets)[Count]) const {
#pragma unroll
    for (unsigned i = 0; i < Count; ++i) buckets[i] = 1;
    for (unsigned bit = 0; bit < bits; ++bit) {
#pragma unroll
      for (unsigned i = 0; i < Count; ++i) {
        buckets[i] = 2 * buckets[i] + (less(tree[buckets[i]], codes[i]) ? 1 : 0);
      }
    }
    const unsigned all = 1u << bits;
#pragma unroll
    for (unsigned i = 0; i < Count; ++i) buckets[i] = settle(buckets[i] - all, codes[i], place(i), all, less);
  }

 private:
  /// Returns the key's bucket, given the first splitter that is not smaller. Positions break ties between equals.
  template <typename Less>
  __device__ unsigned settle(unsigned bucket, Word code, std::uint64_t place, unsigned buckets,
                             const Less& less) const {
    if (bucket + 1 == buckets || less(code, splitters[bucket])) return bucket;
    const unsigned last = last_equal[bucket];
    unsigned found = first_near[bucket];
    while (found <= last && places[found] < place) ++found;
    return found;
  }
};

/// Tile of a block, and its column in the table of its segment.
struct TilePlace {
  std::uint64_t segment, first_tile, columns, column, start;
  unsigned valid;  ///< keys of the array in the tile

  __device__ TilePlace(const Level& level, const Tables& tables)
      : segment(tables.tile_segments == nullptr ? 0 : tables.tile_segments[blockIdx.x]),
        first_tile(tables.first_tiles[segment]),
        columns(tables.first_tiles[segment + 1] - first_tile),
        column(blockIdx.x - first_tile),
        start(tables.starts[segment] + column * level.tile),
        valid(static_cast<unsigned>(min(level.tile, tables.starts[segment + 1] - start))) {}

  /// Returns whether this block has a tile. The grid has as many blocks as there can be tiles.
  static __device__ bool exists(const Level& level, const Tables& tables) {
    return blockIdx.x < tables.first_tiles[level.segments];
  }
  /// Returns the index of this tile's count for a bucket, in the table of the level.
  __device__ std::uint64_t element(const Level& level, unsigned bucket) const {
    return (first_tile << level.bits) + bucket * columns + column;
  }
};

template <typename Word>
struct CountShared {
  SplitterTree<Word> tree;
  unsigned counts[most_buckets];
};

template <typename Source>  //: launch ordered sample sort: buckets
__global__ void __launch_bounds__(count_threads) count_kernel(Source source, Level level, Tables tables) {
  cuda::wait_for_earlier();
  using Word = typename Source::Word;
  TEXELSORT_SHARED(shared, CountShared<Word>);
  if (!TilePlace::exists(level, tables)) return;
  const TilePlace tile(level, tables);
  const std::uint64_t start = tile.start;
  const unsigned valid = tile.valid, buckets = level.buckets();
  for (unsigned j = threadIdx.x; j < buckets; j += count_threads) shared.counts[j] = 0;
  shared.tree.load(source, tables, tile.segment, level.bits, tile.start);
  for (unsigned base = 0; base < valid; base += count_threads * count_items) {
    Word codes[count_items];
    unsigned found[count_items];
    const auto place = [&](unsigned i) { return base + i * count_threads + threadIdx.x; };
#pragma unroll
    for (unsigned i = 0; i < count_items; ++i) {
      codes[i] = place(i) < valid ? source.code.encode(source.in[start + place(i)]) : Word{0};  //: reads
    }
    shared.tree.find(  //: compares
        codes, level.bits, source.less, [&](unsigned i) { return start + place(i); }, found);
#pragma unroll
    for (unsigned i = 0; i < count_items; ++i) {
      const unsigned at = place(i), bucket = found[i];
      const bool there = at < valid;
      // Atomic additions to a word are serialised. If a warp has only one bucket, as in sorted input, one lane adds.
      const unsigned lanes = __ballot_sync(kernels::every_lane, there);
      const unsigned leader = __shfl_sync(kernels::every_lane, bucket, 0);
      if (__all_sync(kernels::every_lane, !there || bucket == leader)) {
        if (threadIdx.x % kernels::warp_lanes == 0 && there) atomicAdd(&shared.counts[leader], __popc(lanes));
      } else if (there) {
        atomicAdd(&shared.counts[bucket], 1u);
      }
      if (there) tables.buckets[start + at] = static_cast<std::uint8_t>(bucket);
    }
  }
  __syncthreads();
  for (unsigned j = threadIdx.x; j < buckets; j += count_threads) {
    tables.counts[tile.element(level, j)] = shared.counts[j];
  }
}

/// Tile whose keys are in the order of their buckets, as kernels::move_fields() expects it.
template <typename WordType, bool HasFields, unsigned Threads, unsigned Items>
struct BucketTile {
  using Word = WordType;
  using Ranker = kernels::DigitTile<std::uint32_t, kernels::NoPayload, Threads, Items, true>;
  static constexpr unsigned threads = Threads, items = Items, keys = Ranker::keys;

  struct Shared {
    union {
      typename Ranker::Shared ranker;
      struct {
        Word codes[keys];
        std::uint8_t buckets[keys];
      } placed;
    };
    unsigned payload[HasFields ? keys : 1];
    std::uint64_t places[most_buckets];
  };

  Shared& shared;
  std::uint64_t start;
  unsigned valid;

  static __device__ unsigned place(unsigned item) { return Ranker::place(item); }
  __device__ bool full() const { return valid == keys; }
  __device__ std::uint64_t target(unsigned j) const { return shared.places[shared.placed.buckets[j]] + j; }
};

template <typename Word, bool HasFields>
using ScatterTile = std::conditional_t<sizeof(Word) == 4 && !HasFields, BucketTile<Word, HasFields, 512, 16>,
                                       BucketTile<Word, HasFields, 256, 16>>;

/// Returns a ranker, which ranks a tile's keys among the keys of their buckets. Clears its counters.
template <typename Tile>
__device__ typename Tile::Ranker bucket_ranker(const Tile& tile) {
  typename Tile::Ranker ranker{tile.shared.ranker, {}, {0, 8}};
  ranker.valid = tile.valid;
  ranker.clear_counters();
  return ranker;
}

template <typename Tile>  //: launch ordered sample sort: scatter
__global__ void __launch_bounds__(Tile::threads)
    scatter_kernel(const typename Tile::Word* in, typename Tile::Word* out, kernels::FieldArrays fields,
                   std::uint64_t n, Level level, Tables tables) {
  cuda::wait_for_earlier();
  using Word = typename Tile::Word;
  auto& shared = *cuda::dynamic_shared<typename Tile::Shared>();
  if (!TilePlace::exists(level, tables)) return;
  const TilePlace at(level, tables);
  Tile tile{shared, at.start, at.valid};
  auto ranker = bucket_ranker(tile);
  std::uint32_t buckets[Tile::items];
#pragma unroll
  for (unsigned i = 0; i < Tile::items; ++i) {
    const unsigned place = Tile::place(i);
    buckets[i] = place < tile.valid ? tables.buckets[tile.start + place] : most_buckets - 1;
  }
  __syncthreads();
  auto ranks = ranker.rank_in_warps(buckets);
  __syncthreads();
  const auto own = ranker.scan_columns(false, [](unsigned) {});
  ranker.add_bases(buckets, ranks);
  Word codes[Tile::items];
#pragma unroll
  for (unsigned i = 0; i < Tile::items; ++i) {
    if (tile.full() || Tile::place(i) < tile.valid) codes[i] = in[tile.start + Tile::place(i)];  //: reads
  }
  __syncthreads();  // all threads have finished using the counters, whose memory the keys overwrite
  if (threadIdx.x < level.buckets()) {
    shared.places[threadIdx.x] = tables.counts[at.element(level, threadIdx.x)] - own.before;
  }
#pragma unroll
  for (unsigned i = 0; i < Tile::items; ++i) {
    shared.placed.codes[ranks[i]] = codes[i];
    shared.placed.buckets[ranks[i]] = static_cast<std::uint8_t>(buckets[i]);
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < Tile::items; ++i) {
    const unsigned j = i * Tile::threads + threadIdx.x;
    if (tile.full() || j < tile.valid) out[tile.target(j)] = shared.placed.codes[j];  //: writes
  }
  if constexpr (sizeof(shared.payload) > sizeof(unsigned)) kernels::move_fields(tile, ranks, fields, n);
}

}  // namespace
}  // namespace texelsort::algorithms::ordered
