#pragma once

#include "compute/algorithms/cuda/kernels/digit_tile.cuh"
#include "compute/algorithms/cuda/kernels/move_fields.cuh"
#include "compute/algorithms/cuda/kernels/partition_point.cuh"
#include "compute/algorithms/cuda/kernels/sample_places.h"
#include "compute/algorithms/cuda/kernels/sorted_block.cuh"
#include "compute/algorithms/cuda/kernels/typed.cuh"
#include "compute/algorithms/ordered/cuda/launch.h"
#include "compute/cuda/kernel.h"

/// Kernels for the steps of a distribution, in the order of OrderedStep::Kind (ordered/schedule.h).
namespace texelsort::algorithms::ordered {
namespace {

inline constexpr unsigned most_buckets = 256;
/// Sizes for sorting many samples of one segment as parallel lists. One block would need several times as long.
inline constexpr unsigned list_threads = 192, list_items = 5, rank_threads = 256;
static_assert(sample_lists * list_threads * list_items >= sample_threads * sample_items);
/// Threads per block, and items per thread, for counting. For a sort of 2^20 keys, which have few tiles, 512 threads
/// with 4 items need 0.94 of the time of 256 with 8 (H200).
inline constexpr unsigned count_threads = 512, count_items = 4;

/// The keys, as a level reads them.
template <typename WordType, typename LessType>
struct Source {
  using Word = WordType;
  using Less = LessType;
  const Word* in;
  data::CodeMasks<Word> code;
  Less less;
};

/// The samples of a segment. The numbers of samples break ties.
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
  /// Writes the largest key as entry j, which marks the end of the splitters.
  __device__ void write_end(unsigned j) const { write(j, source.code.decode(~Word{0}), ~std::uint64_t{0}); }

 private:
  __device__ void write(unsigned j, Word splitter, std::uint64_t from) const {
    static_cast<Word*>(tables.splitters)[(segment << level.bits) + j] = splitter;
    tables.splitter_places[(segment << level.bits) + j] = from;
  }
};

/// Draws a segment's samples, sorts them and selects every `oversampling`-th as a splitter. One block per segment.
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

/// Draws and sorts one list of samples of the only segment. One block per list, sample_lists in all.
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

/// Computes the rank of each sample in all lists, with one lane per list. Every `oversampling`-th sample is a splitter.
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
  // No splitter precedes the first bucket. The sample of rank 0 therefore writes the end mark instead.
  if (rank == 0) return samples.write_end(level.buckets() - 1);
  samples.write(rank / level.oversampling - 1, sample);
}

/// A segment's splitters in shared memory, sorted and as the search tree of Sanders and Winkel, Super Scalar Sample
/// Sort (ESA 2004), where node j has the children 2j and 2j + 1. Each of several equal splitters stores the last of
/// them and the first whose place does not precede the tile. Few keys then examine more than one.
template <typename Word>
struct SplitterTree {
  Word tree[most_buckets];
  Word splitters[most_buckets];
  std::uint64_t places[most_buckets];
  std::uint8_t first_near[most_buckets], last_equal[most_buckets];

  /// Loads the splitters for a tile whose keys begin at `first`. Ends with a barrier.
  template <typename Source>
  __device__ void load(const Source& source, const Tables& tables, std::uint64_t segment, unsigned bits,
                       std::uint64_t first) {
    const unsigned buckets = 1u << bits;
    const Word* from = static_cast<const Word*>(tables.splitters) + segment * buckets;
    for (unsigned j = threadIdx.x; j + 1 < buckets; j += blockDim.x) {
      const Word code = source.code.encode(from[j]);
      splitters[j] = code;
      places[j] = tables.splitter_places[segment * buckets + j];
      // Node of the tree for splitter j. Its height is the number of trailing ones of j.
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

  /// Finds the buckets of `Count` keys. `place(i)` returns the place of key i.
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
  /// Skips the splitters that equal the key and have a smaller place.
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

/// The tile of a block, which is a column of the table of its segment.
struct TilePlace {
  std::uint64_t segment, first_tile, columns, column, start;
  unsigned valid;  ///< number of keys of the array in the tile

  __device__ TilePlace(const Level& level, const Tables& tables)
      : segment(tables.tile_segments == nullptr ? 0 : tables.tile_segments[blockIdx.x]),
        first_tile(tables.first_tiles[segment]),
        columns(tables.first_tiles[segment + 1] - first_tile),
        column(blockIdx.x - first_tile),
        start(tables.starts[segment] + column * level.tile),
        valid(static_cast<unsigned>(min(level.tile, tables.starts[segment + 1] - start))) {}

  /// Returns whether the block has a tile. The grid has as many blocks as there can be tiles.
  static __device__ bool exists(const Level& level, const Tables& tables) {
    return blockIdx.x < tables.first_tiles[level.segments];
  }
  /// Returns the index in the level's table of the tile's count for a bucket.
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

/// A tile in the order of its buckets, in the form for kernels::move_fields().
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

/// Makes an object that ranks a tile's keys among the keys of their buckets, and clears its counters.
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
  __syncthreads();  // the keys overwrite the counters
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
