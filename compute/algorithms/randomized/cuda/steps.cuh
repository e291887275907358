#pragma once

#include "compute/algorithms/cuda/kernels/network_sort.cuh"
#include "compute/algorithms/cuda/kernels/record_sides.cuh"
#include "compute/algorithms/cuda/kernels/typed.cuh"
#include "compute/algorithms/randomized/cuda/launch.h"
#include "compute/cuda/kernel.h"

/// Steps of a k-way distribution by one block. All threads of the block must call these functions.
namespace texelsort::algorithms::randomized::device {
namespace {

using kernels::has_payload;
using kernels::NoPayload;
using kernels::Typed;

/// Returns the random generator's number `steps` steps after x, in O(log steps) time.
__device__ inline unsigned advance(unsigned x, unsigned steps) {
  unsigned factor = lcg_factor, summand = lcg_summand;
  for (unsigned rest = steps; rest != 0; rest /= 2) {
    if (rest & 1) x = factor * x + summand;
    summand *= factor + 1;
    factor *= factor;
  }
  return x;
}

/// Step 1: draws k * a keys of a parent into `sample` in shared memory, sorts them and stores every a-th as a splitter.
template <typename Word, typename Less>
__device__ void choose_splitters(const Typed<Word, NoPayload, Less>& typed, const Distribution& level, unsigned parent,
                                 Word* sample) {
  const Parent own = level.parents[parent];
  const unsigned start = level.seed ^ (own.first * seed_factor), drawn = level.k * level.a;
  for (unsigned i = threadIdx.x; i < drawn; i += blockDim.x) {
    sample[i] = typed.load(own.first + __umulhi(advance(start, i + 1), own.count));  // uses the generator's high bits
  }
  __syncthreads();
  kernels::Elements<Word, NoPayload> elements{sample, nullptr};
  kernels::network_sort<kernels::SortNetwork::odd_even>(elements, drawn, typed.less);
  Word* splitters = static_cast<Word*>(level.splitters) + std::uint64_t{parent} * level.k;
  for (unsigned j = threadIdx.x; j < level.k; j += blockDim.x) {
    splitters[j] = typed.code.decode(j + 1 < level.k ? sample[(j + 1) * level.a - 1] : ~Word{0});
  }
}

/// Splitters of a parent in shared memory, both in order and as a complete binary search tree. The root of the tree is
/// node 1. The children of node j are nodes 2 j and 2 j + 1.
template <typename Word, typename Less>
struct SearchTree {
  Word *tree, *in_order;
  unsigned k, levels;
  bool references;  ///< true if at least two splitters are equivalent
  Less less;

  /// Loads the splitters in order and as a tree. Every thread of the block must call it. Ends with a barrier.
  __device__ void load(const Typed<Word, NoPayload, Less>& typed, const Distribution& level, unsigned parent) {
    const Word* splitters = static_cast<const Word*>(level.splitters) + std::uint64_t{parent} * level.k;
    k = level.k;
    levels = level.log2_k;
    for (unsigned j = threadIdx.x; j < k; j += blockDim.x) in_order[j] = typed.code.encode(splitters[j]);
    __syncthreads();
    int found = 0;
    for (unsigned j = threadIdx.x + 1; j < k; j += blockDim.x) {
      const unsigned depth = 31 - __clz(static_cast<int>(j));
      tree[j] = in_order[((2 * (j - (1u << depth)) + 1) << (levels - 1 - depth)) - 1];
      if (j + 1 < k && !less(in_order[j - 1], in_order[j])) found = 1;
    }
    references = __syncthreads_or(found) != 0;
  }

  /// Finds the buckets of several keys at once, to overlap the latencies of their searches. Bucket j has the keys above
  /// splitter j - 1 up to splitter j. If these two are equivalent, bucket j has the keys equivalent to them, which are
  /// then sorted. If all splitters are equivalent, this is a three-way partition.
  template <unsigned Count>
  __device__ void find(const Word (&keys)[Count], unsigned (&buckets)[Count]) const {
#pragma unroll
    for (unsigned u = 0; u < Count; ++u) buckets[u] = 1;
    for (unsigned l = 0; l < levels; ++l) {
#pragma unroll
      for (unsigned u = 0; u < Count; ++u) buckets[u] = 2 * buckets[u] + (less(tree[buckets[u]], keys[u]) ? 1 : 0);
    }
#pragma unroll
    for (unsigned u = 0; u < Count; ++u) {
      const unsigned j = buckets[u] -= k;
      if (!references) continue;
      const unsigned next = min(j + 1, k - 2);
      // The key does not follow splitter j. Unless it precedes splitter j, it is thus equivalent to it.
      if (j < next && !less(keys[u], in_order[j]) && !less(in_order[j], in_order[next])) buckets[u] = next;
    }
  }
};

/// Shared memory of a block that counts or scatters keys.
template <typename Word, typename Less>
struct TileShared {
  SearchTree<Word, Less> search;
  unsigned* counters;

  __device__ TileShared(unsigned char* memory, unsigned k, const Less& less)
      : search{reinterpret_cast<Word*>(memory), reinterpret_cast<Word*>(memory) + k, k, 0, false, less},
        counters(reinterpret_cast<unsigned*>(reinterpret_cast<Word*>(memory) + 2 * k)) {}
};

/// Increments a counter of the bucket and returns the previous value. Adjacent threads use different counters. With one
/// counter per thread, no atomics are needed and the result is deterministic.
__device__ inline unsigned count_up(unsigned* counters, unsigned bucket, unsigned replicas) {
  unsigned& counter = counters[bucket * replicas + threadIdx.x % replicas];
  return replicas == blockDim.x ? counter++ : atomicAdd(&counter, 1u);
}

/// Calls visit(i, key, bucket, there) for each key of a tile, by all lanes of a warp together. `there` is false for
/// indices past the tile's end.
template <typename Word, typename Less, typename Visit>
__device__ void visit_tile(const Typed<Word, NoPayload, Less>& typed, const SearchTree<Word, Less>& search,
                           const Tile& tile, Visit visit) {
  constexpr unsigned at_once = 4;
  const std::uint64_t last = tile.last;
  for (std::uint64_t round = tile.first; round < last; round += std::uint64_t{at_once} * blockDim.x) {
    const std::uint64_t first = round + threadIdx.x;
    Word keys[at_once];
    unsigned buckets[at_once];
#pragma unroll
    for (unsigned u = 0; u < at_once; ++u) {
      const std::uint64_t i = first + std::uint64_t{u} * blockDim.x;
      keys[u] = i < last ? typed.load(i) : Word{0};
    }
    search.find(keys, buckets);
#pragma unroll
    for (unsigned u = 0; u < at_once; ++u) {
      const std::uint64_t i = first + std::uint64_t{u} * blockDim.x;
      visit(i, keys[u], buckets[u], i < last);
    }
  }
}

/// Step 2: counts the keys of a tile per bucket. Ends with a barrier.
template <typename Word, typename Less>
__device__ void count_tile(const Typed<Word, NoPayload, Less>& typed, const Distribution& level, const Tile& tile,
                           TileShared<Word, Less>& shared) {
  for (unsigned c = threadIdx.x; c < level.k * level.counters; c += blockDim.x) shared.counters[c] = 0;
  shared.search.load(typed, level, tile.parent);
  visit_tile(typed, shared.search, tile, [&](std::uint64_t, Word, unsigned bucket, bool there) {
    if (there) count_up(shared.counters, bucket, level.counters);
  });
  __syncthreads();
}

/// Returns the sum of the counters of one table cell, which belongs to one bucket and one column.
__device__ inline unsigned counted(const Distribution& level, const unsigned* counters, unsigned cell) {
  const unsigned bucket = cell / level.columns, column = cell % level.columns;
  unsigned sum = 0;
  for (unsigned c = column; c < level.counters; c += level.columns) sum += counters[bucket * level.counters + c];
  return sum;
}

/// Step 3: returns the record of the level's bucket i, which has the given `start` and `size`.
template <typename Word, typename Less>
__device__ FoundBucket record_bucket(const Typed<Word, NoPayload, Less>& typed, const Distribution& level,
                                     std::uint64_t i, unsigned start, unsigned size) {
  const Word* splitters = static_cast<const Word*>(level.splitters);
  const unsigned bucket = static_cast<unsigned>(i % level.k);
  const bool inner = bucket > 0 && bucket + 1 < level.k;
  const bool one_value = inner && !typed.less(typed.code.encode(splitters[i - 1]), typed.code.encode(splitters[i]));
  level.starts[i] = start;
  level.sizes[i] = size;
  return level.found[i] = {start, size, one_value ? 1u : 0u};
}

/// Payload type of records whose fields move with their keys.
struct Fields {};

/// Payload words or record fields that move with the keys from one array to the other.
template <typename Payload>
struct Baggage {
  const Payload* in;
  Payload* out;
  FieldArrays fields;
};

/// Step 4: searches each key's bucket again and writes the key to the position in its counter. `counters` has one next
/// position per bucket and column of the tile.
template <typename Word, typename Payload, typename Less>
__device__ void scatter_tile(const Typed<Word, NoPayload, Less>& typed, const Baggage<Payload>& baggage,
                             const Distribution& level, const Tile& tile, const SearchTree<Word, Less>& search,
                             unsigned* counters) {
  visit_tile(typed, search, tile, [&](std::uint64_t i, Word key, unsigned bucket, bool there) {
    unsigned place = 0;
    if (there) {
      place = count_up(counters, bucket, level.columns);
      typed.store(place, key);
      if constexpr (std::is_same_v<Payload, std::uint32_t>) baggage.out[place] = baggage.in[i];
    }
    if constexpr (std::is_same_v<Payload, Fields>) {
      kernels::carry_by_lanes(baggage.fields, typed.n, i, place, there);
    }
  });
}

/// Copies a tile to the same indices of the other array.
template <typename Word, typename Payload>
__device__ void copy_tile(const Word* keys_in, Word* keys_out, const Baggage<Payload>& baggage, std::uint64_t n,
                          const Tile& tile) {
  for (std::uint64_t i = std::uint64_t{tile.first} + threadIdx.x; i < tile.last; i += blockDim.x) {
    keys_out[i] = keys_in[i];
    if constexpr (std::is_same_v<Payload, std::uint32_t>) baggage.out[i] = baggage.in[i];
  }
  if constexpr (std::is_same_v<Payload, Fields>) {
    const auto stays = [first = std::uint64_t{tile.first}](std::uint64_t j) { return first + j; };
    kernels::carry_records(baggage.fields, n, std::uint64_t{tile.last} - tile.first, stays, stays);
  }
}

}  // namespace
}  // namespace texelsort::algorithms::randomized::device
