#pragma once

#include "compute/algorithms/cuda/kernels/collected_block.cuh"
#include "compute/algorithms/ordered/cuda/tiles.cuh"
#include "compute/cuda/kernel.h"

/// Last step of the ordered sample sort: one block per bucket collects the bucket's keys from the tiles and sorts them.
namespace texelsort::algorithms::ordered {
namespace {

/// Threads of a block that sorts a bucket, and elements per thread.
struct Shape {
  unsigned threads = 0, items = 0;
  constexpr std::uint64_t capacity() const { return std::uint64_t{threads} * items; }
  /// Returns whether buckets of `average` elements rarely exceed the capacity. With `spare`: almost never.
  constexpr bool fits(std::uint64_t average, bool spare = false) const {
    return average <= capacity() * (spare ? 5 : 6) / 8;
  }
};

// The fastest shapes on an H200 and an H100. The first shape that fits sorts most buckets, with several blocks per
// multiprocessor. The large shape, which uses all registers, sorts the other buckets. They come last and take long, so
// each shape has two thirds more items than 4,096 keys need. least_shape_of_words is for small inputs after two
// distributions.
inline constexpr Shape least_shape_of_words{256, 17};
template <typename Element>
inline constexpr Shape small_shape = sizeof(Element) == 4   ? Shape{256, 27}
                                     : sizeof(Element) == 8 ? Shape{384, 19}
                                                            : Shape{512, 11};
template <typename Element>
inline constexpr Shape middle_shape = sizeof(Element) == 4 ? Shape{512, 25} : Shape{512, 23};
template <typename Element>
inline constexpr Shape large_shape = sizeof(Element) == 4 ? Shape{1024, 25} : Shape{1024, 15};

/// Pieces of a bucket: one range of keys in each tile of its segment.
struct BucketPieces {
  const Level& level;
  const Tables& tables;
  std::uint64_t segment, first_tile, columns, start, end;  ///< segment's index, first tile, number of tiles, start, end
  unsigned bucket;                                         ///< index of the bucket within the segment

  __device__ BucketPieces(const Level& own, const Tables& all, std::uint64_t number)
      : level(own),
        tables(all),
        segment(number >> own.bits),
        first_tile(all.first_tiles[segment]),
        columns(all.first_tiles[segment + 1] - first_tile),
        start(all.starts[segment]),
        end(all.starts[segment + 1]),
        bucket(static_cast<unsigned>(number & (own.buckets() - 1))) {}

  __device__ kernels::Piece operator()(std::uint64_t tile) const {
    const unsigned first = begin_in(tile, bucket);
    return {static_cast<unsigned>(tile * level.tile) + first, begin_in(tile, bucket + 1) - first};
  }

  /// Returns source and destination of the bucket's keys. Ends with a barrier.
  template <unsigned Threads>
  __device__ kernels::CollectedRange range(std::uint64_t* sums) const {
    // Bits per sum in words that pack two sums. Segments are a hundred times smaller than 2^32 keys.
    constexpr unsigned half = 32;
    std::uint64_t both = 0;
    for (std::uint64_t tile = threadIdx.x; tile < columns; tile += Threads) {
      const unsigned first = begin_in(tile, bucket);
      both += (std::uint64_t{first} << half) + (begin_in(tile, bucket + 1) - first);
    }
    both = kernels::team_sum(kernels::Team{Threads, threadIdx.x}, both, sums);
    __syncthreads();
    return {.first_in = start, .first_out = start + (both >> half), .tiles = columns, .size = both & ~0u};
  }

 private:
  /// Returns the index in a tile at which the keys of bucket `of` begin.
  __device__ unsigned begin_in(std::uint64_t tile, unsigned of) const {
    if (of == level.buckets()) return static_cast<unsigned>(min(level.tile, end - start - tile * level.tile));
    return tables.offsets[(first_tile << level.bits) + of * columns + tile];
  }
};

/// Block type with a Shape's members. nvcc's host code accepts no class types as template parameters of kernels.
template <typename Source, bool HasFields, unsigned threads, unsigned items>
using BucketBlock = kernels::CollectedBlock<typename Source::Word, typename Source::Less, HasFields, threads, items>;

/// Sorts every bucket that fits in one block's shared memory, and records where each bucket is.
template <typename Block, typename Source>  //: launch ordered sample sort: sort of buckets
__global__ void __launch_bounds__(Block::threads)
    bucket_kernel(Source source, typename Source::Word* out, kernels::FieldArrays fields, std::uint64_t n, Level level,
                  Tables tables) {
  cuda::wait_for_earlier();
  auto& shared = *cuda::dynamic_shared<typename Block::Shared>();
  const BucketPieces pieces(level, tables, blockIdx.x);
  const auto range = pieces.range<Block::threads>(shared.pieces.sums);
  if (threadIdx.x == 0) {
    tables.bucket_starts[blockIdx.x] = range.first_out;
    tables.bucket_sizes[blockIdx.x] = range.size;
  }
  if (range.size == 0 || range.size > Block::capacity) return;
  Block{shared, source.in, out, source.code, source.less, fields, n}.sort(range, pieces);  //: sorts
}

/// Sorts the few buckets of more than `above` keys. Each block finds them in its share of all buckets.
template <typename Block, typename Source>  //: launch ordered sample sort: sort of large buckets
__global__ void __launch_bounds__(Block::threads)
    large_bucket_kernel(Source source, typename Source::Word* out, kernels::FieldArrays fields, std::uint64_t n,
                        Level level, Tables tables, std::uint64_t above) {
  cuda::wait_for_earlier();
  auto& shared = *cuda::dynamic_shared<typename Block::Shared>();
  TEXELSORT_SHARED(found, unsigned);
  const std::uint64_t buckets = level.segments << level.bits;
  for (std::uint64_t first = blockIdx.x; first < buckets; first += std::uint64_t{gridDim.x} * Block::threads) {
    const std::uint64_t own = first + std::uint64_t{gridDim.x} * threadIdx.x;
    bool large = own < buckets && tables.bucket_sizes[own] > above;
    while (__syncthreads_or(large)) {
      if (threadIdx.x == 0) found = 0;
      __syncthreads();
      if (large) atomicMax(&found, threadIdx.x);
      __syncthreads();
      const unsigned next = found;
      if (threadIdx.x == next) large = false;
      const BucketPieces pieces(level, tables, first + std::uint64_t{gridDim.x} * next);
      const auto range = pieces.range<Block::threads>(shared.pieces.sums);
      const Block block{shared, source.in, out, source.code, source.less, fields, n};
      if (range.size <= Block::capacity) {
        block.sort(range, pieces);  //: sorts
      } else {
        block.sort_large(range, pieces);  //: sorts
      }
    }
  }
}

}  // namespace
}  // namespace texelsort::algorithms::ordered
