#pragma once

#include "compute/algorithms/cuda/kernels/block_quick_sort.cuh"
#include "compute/algorithms/cuda/kernels/scan.cuh"
#include "compute/algorithms/randomized/cuda/steps.cuh"
#include "compute/cuda/kernel.h"

/// Kernels of a k-way distribution and of the sort of buckets, and all their launches.
namespace texelsort::algorithms::randomized::device {
namespace {

inline constexpr unsigned most_block_threads = 512;

/// Executes step 1 (splitters), with one block per parent.
template <typename Word, typename Less>  //: launch splitters
__global__ void __launch_bounds__(most_block_threads)
    splitters_kernel(const Typed<Word, NoPayload, Less> typed, const Distribution level) {
  choose_splitters(typed, level, blockIdx.x, cuda::dynamic_shared<Word>());  //: reads, compares
}

/// Executes step 2 (counting), with one block per tile.
template <typename Word, typename Less>  //: launch counting of buckets
__global__ void __launch_bounds__(most_block_threads)
    count_kernel(const Typed<Word, NoPayload, Less> typed, const Distribution level) {
  TileShared<Word, Less> shared(cuda::dynamic_shared<unsigned char>(), level.k, typed.less);
  const Tile tile = level.tiles[blockIdx.x];
  count_tile(typed, level, tile, shared);  //: reads, compares
  const std::uint64_t columns = level.parents[tile.parent].columns;
  for (unsigned cell = threadIdx.x; cell < level.k * level.columns; cell += blockDim.x) {
    const unsigned bucket = cell / level.columns, column = cell % level.columns;
    level.table[tile.column + bucket * columns + column] = counted(level, shared.counters, cell);
  }
}

/// Executes step 3 (starts of buckets), with one thread per bucket.
template <typename Word, typename Less>  //: launch starts of buckets
__global__ void buckets_kernel(const Typed<Word, NoPayload, Less> typed, const Distribution level) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= std::uint64_t{level.parent_count} * level.k) return;
  const Parent parent = level.parents[i / level.k];
  const unsigned bucket = static_cast<unsigned>(i % level.k);
  const auto start_of = [&](unsigned b) {
    return b < level.k ? level.table[parent.base + std::uint64_t{b} * parent.columns] + parent.shift
                       : parent.first + parent.count;
  };
  const unsigned start = start_of(bucket);
  record_bucket(typed, level, i, start, start_of(bucket + 1) - start);
}

/// Executes step 4 (scattering), with one block per tile.
template <typename Word, typename Payload, typename Less>  //: launch scattering to buckets
__global__ void __launch_bounds__(most_block_threads)
    scatter_kernel(const Typed<Word, NoPayload, Less> typed, const Baggage<Payload> baggage, const Distribution level) {
  TileShared<Word, Less> shared(cuda::dynamic_shared<unsigned char>(), level.k, typed.less);
  const Tile tile = level.tiles[blockIdx.x];
  const Parent parent = level.parents[tile.parent];
  for (unsigned cell = threadIdx.x; cell < level.k * level.columns; cell += blockDim.x) {
    const std::uint64_t at = tile.column + cell / level.columns * std::uint64_t{parent.columns} + cell % level.columns;
    shared.counters[cell] = level.table[at] + parent.shift;
  }
  shared.search.load(typed, level, tile.parent);
  scatter_tile(typed, baggage, level, tile, shared.search, shared.counters);  //: reads, compares, writes
}

template <typename Word, typename Payload>  //: launch copies of tiles
__global__ void move_kernel(const Word* keys_in, Word* keys_out, const Baggage<Payload> baggage, std::uint64_t n,
                            const Tile* tiles) {
  copy_tile(keys_in, keys_out, baggage, n, tiles[blockIdx.x]);  //: copies
}

/// Executes all four steps, with one block per parent, for levels whose parents are one tile each: the second level of
/// the revised form (section 6.3.2). Writes the table only for views. Writes the keys to the other array, in unchanged
/// order if the parent has only one value (section 6.2).
template <typename Word, typename Payload, typename Less>  //: launch distribution by a block
__global__ void __launch_bounds__(most_block_threads)
    distribute_kernel(const Typed<Word, NoPayload, Less> typed, const Baggage<Payload> baggage,
                      const Distribution level) {
  TEXELSORT_SHARED(sums, unsigned[kernels::most_sums]);
  unsigned char* memory = cuda::dynamic_shared<unsigned char>();
  const Tile tile = level.tiles[blockIdx.x];
  const Parent parent = level.parents[tile.parent];
  choose_splitters(typed, level, tile.parent, reinterpret_cast<Word*>(memory));  //: reads, compares
  __syncthreads();  // all threads have finished using the sample, whose memory the tree and counters overwrite
  TileShared<Word, Less> shared(memory, level.k, typed.less);
  count_tile(typed, level, tile, shared);  //: reads, compares
  unsigned* places = shared.counters + level.k * level.counters;
  kernels::scan_range(
      kernels::whole_block(), 0, std::uint64_t{level.k} * level.columns, parent.first, sums,
      [&](std::uint64_t cell) { return counted(level, shared.counters, static_cast<unsigned>(cell)); },
      [&](std::uint64_t cell, unsigned place) {
        places[cell] = place;
        level.table[parent.base + cell] = place - parent.shift;
      });
  __syncthreads();
  int alike = 0;
  for (unsigned bucket = threadIdx.x; bucket < level.k; bucket += blockDim.x) {
    const unsigned start = places[bucket * level.columns];
    const unsigned end = bucket + 1 < level.k ? places[(bucket + 1) * level.columns] : parent.first + parent.count;
    const std::uint64_t i = std::uint64_t{tile.parent} * level.k + bucket;
    const FoundBucket found = record_bucket(typed, level, i, start, end - start);
    if (found.one_value != 0 && found.size == parent.count) alike = 1;
  }
  if (__syncthreads_or(alike) != 0) {
    copy_tile(typed.keys_in, typed.keys_out, baggage, typed.n, tile);  //: copies
  } else {
    scatter_tile(typed, baggage, level, tile, shared.search, places);  //: reads, compares, writes
  }
}

static_assert(most_small == kernels::quick_base);

/// Sorts buckets by quicksort, with one block per bucket.
template <typename Sides>  //: launch sorting of buckets
__global__ void __launch_bounds__(most_block_threads) quicksort_kernel(const Sides arrays, const BucketSort sort) {
  TEXELSORT_SHARED(shared, kernels::QuickShared<typename Sides::Word, typename Sides::Payload>);
  const Bucket bucket = sort.buckets[blockIdx.x];
  kernels::QuickSettings settings;
  settings.small = sort.small;
  settings.depth = sort.depth;
  settings.seed = sort.seed;
  const std::uint64_t first = bucket.first;
  kernels::block_quick_sort(arrays, first, first + bucket.count, 0, 0, settings, shared);  //: sorts
}

/// Calls `launch` with the typed arrays of the keys without payload, for the comparison of `arrays`.
template <typename Word, typename Launch>
void with_keys(Arrays arrays, Launch launch) {
  arrays.payload_in = nullptr;
  kernels::with_types<Word>(arrays, [&]<typename Payload, typename Less>(const Typed<Word, Payload, Less>& typed) {
    if constexpr (!has_payload<Payload>) launch(typed);
  });
}

template <typename Word>
struct Kernels final : Launches {
  void splitters(const Arrays& arrays, const Distribution& level, Stream stream) const override {
    with_keys<Word>(arrays, [&]<typename Less>(const Typed<Word, NoPayload, Less>& typed) {
      const auto kernel = splitters_kernel<Word, Less>;
      const std::uint64_t shared = std::uint64_t{level.k} * level.a * sizeof(Word);
      cuda::launch("splitters", {level.parent_count, level.threads, shared, stream}, kernel, typed, level);
    });
  }

  void count(const Arrays& arrays, const Distribution& level, Stream stream) const override {
    with_keys<Word>(arrays, [&]<typename Less>(const Typed<Word, NoPayload, Less>& typed) {
      const auto kernel = count_kernel<Word, Less>;
      const std::uint64_t shared = count_shared_bytes(level.k, level.counters, sizeof(Word));
      cuda::launch("counting of buckets", {level.tile_count, level.threads, shared, stream}, kernel, typed, level);
    });
  }

  void buckets(const Arrays& arrays, const Distribution& level, Stream stream) const override {
    const std::uint64_t all = std::uint64_t{level.parent_count} * level.k;
    with_keys<Word>(arrays, [&]<typename Less>(const Typed<Word, NoPayload, Less>& typed) {
      cuda::launch("starts of buckets", {cuda::blocks_for(all, level.threads), level.threads, 0, stream},
                   buckets_kernel<Word, Less>, typed, level);
    });
  }

  void scatter(const Arrays& arrays, const FieldArrays& fields, const Distribution& level,
               Stream stream) const override {
    with_keys<Word>(arrays, [&]<typename Less>(const Typed<Word, NoPayload, Less>& typed) {
      const std::uint64_t shared = count_shared_bytes(level.k, level.columns, sizeof(Word));
      with_baggage(arrays, fields, [&]<typename Payload>(const Baggage<Payload>& baggage) {
        cuda::launch("scattering to buckets", {level.tile_count, level.threads, shared, stream},
                     scatter_kernel<Word, Payload, Less>, typed, baggage, level);
      });
    });
  }

  void distribute(const Arrays& arrays, const FieldArrays& fields, const Distribution& level,
                  Stream stream) const override {
    with_keys<Word>(arrays, [&]<typename Less>(const Typed<Word, NoPayload, Less>& typed) {
      const std::uint64_t shared =
          distribute_shared_bytes(level.k, level.a, level.counters, level.columns, sizeof(Word));
      with_baggage(arrays, fields, [&]<typename Payload>(const Baggage<Payload>& baggage) {
        cuda::launch("distribution by a block", {level.tile_count, level.threads, shared, stream},
                     distribute_kernel<Word, Payload, Less>, typed, baggage, level);
      });
    });
  }

  void move(const Arrays& arrays, const FieldArrays& fields, const Distribution& level, Stream stream) const override {
    with_baggage(arrays, fields, [&]<typename Payload>(const Baggage<Payload>& baggage) {
      cuda::launch("copies of tiles", {level.tile_count, level.threads, 0, stream}, move_kernel<Word, Payload>,
                   static_cast<const Word*>(arrays.keys_in), static_cast<Word*>(arrays.keys_out), baggage, arrays.n,
                   level.tiles);
    });
  }

  void quicksort(const Arrays& arrays, const FieldArrays& fields, const BucketSort& sort,
                 Stream stream) const override {
    kernels::with_types<Word>(arrays, [&]<typename Payload, typename Less>(const Typed<Word, Payload, Less>& typed) {
      const auto launch = [&]<typename Sides>(const Sides& sides) {
        cuda::launch("sorting of buckets", {sort.count, sort.threads, 0, stream}, quicksort_kernel<Sides>, sides, sort);
      };
      if constexpr (has_payload<Payload>) {
        if (fields.count > 0) {
          return launch(kernels::RecordSides<Word, Less>{kernels::two_sides(typed), fields, arrays.n});
        }
      }
      launch(kernels::two_sides(typed));
    });
  }

 private:
  /// Calls `launch` with the payload or fields that move with the keys; NoPayload if keys have neither.
  template <typename Launch>
  static void with_baggage(const Arrays& arrays, const FieldArrays& fields, Launch launch) {
    if (fields.count > 0) return launch(Baggage<Fields>{nullptr, nullptr, fields});
    if (arrays.payload_in == nullptr) return launch(Baggage<NoPayload>{nullptr, nullptr, fields});
    launch(Baggage<std::uint32_t>{static_cast<const std::uint32_t*>(arrays.payload_in),
                                  static_cast<std::uint32_t*>(arrays.payload_out), fields});
  }
};

}  // namespace
}  // namespace texelsort::algorithms::randomized::device
