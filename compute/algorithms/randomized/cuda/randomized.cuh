#pragma once
// Kernels: randomized::device::Launches, words

#include "compute/algorithms/cuda/kernels/block_quick_sort.cuh"
#include "compute/algorithms/cuda/kernels/network_sort.cuh"
#include "compute/algorithms/cuda/kernels/typed.cuh"
#include "compute/algorithms/randomized/cuda/launch.h"
#include "compute/cuda/kernel.h"

/// The steps of a k-way distribution, the sort of buckets, and all launches.
namespace texelsort::algorithms::randomized::device {
namespace {

using kernels::has_payload;
using kernels::NoPayload;
using kernels::Typed;

inline constexpr unsigned most_block_threads = 512;

/// The generator's number after `steps` steps from x: its steps are doubled as often as `steps` has bits.
__device__ inline unsigned advance(unsigned x, unsigned steps) {
  unsigned factor = lcg_factor, summand = lcg_summand;
  for (unsigned rest = steps; rest != 0; rest /= 2) {
    if (rest & 1) x = factor * x + summand;
    summand *= factor + 1;
    factor *= factor;
  }
  return x;
}

/// Step 1: a block a parent.
template <typename Word, typename Less>  //: launch splitters
__global__ void __launch_bounds__(most_block_threads)
    splitters_kernel(const Typed<Word, NoPayload, Less> typed, const Distribution level) {
  Word* sample = cuda::dynamic_shared<Word>();
  const Parent parent = level.parents[blockIdx.x];
  const unsigned start = level.seed ^ (parent.first * seed_factor), drawn = level.k * level.a;
  for (unsigned i = threadIdx.x; i < drawn; i += blockDim.x) {
    sample[i] = typed.load(parent.first + __umulhi(advance(start, i + 1), parent.count));  //: reads -- by high bits
  }
  __syncthreads();
  kernels::Elements<Word, NoPayload> elements{sample, nullptr};
  kernels::network_sort<kernels::SortNetwork::odd_even>(elements, drawn, typed.less);  //: compares
  Word* splitters = static_cast<Word*>(level.splitters) + std::uint64_t{blockIdx.x} * level.k;
  for (unsigned j = threadIdx.x; j < level.k; j += blockDim.x) {
    splitters[j] = typed.code.decode(j + 1 < level.k ? sample[(j + 1) * level.a - 1] : ~Word{0});
  }
}

/// A parent's splitters in shared memory: as a complete binary search tree, the root at 1 and the children of node j at
/// 2 j and 2 j + 1, and in order.
template <typename Word, typename Less>
struct SearchTree {
  Word *tree, *in_order;
  unsigned k, levels;
  bool twins;  ///< some splitters are equivalent
  Less less;

  /// Every thread of the block calls it; ends in a barrier.
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
    twins = __syncthreads_or(found) != 0;
  }

  /// Bucket j holds keys that follow splitter j - 1 and do not follow splitter j. Between two equivalent splitters that
  /// would be none: such a bucket takes the keys equivalent to them, which need no further sorting. With all splitters
  /// equivalent this is a partition in three. Several keys go down side by side, so that none waits for another.
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
      if (!twins) continue;
      const unsigned next = min(j + 1, k - 2);
      // The key does not follow splitter j: it is equivalent to it if it does not come before it.
      if (j < next && !less(keys[u], in_order[j]) && !less(in_order[j], in_order[next])) buckets[u] = next;
    }
  }
};

/// What a block that counts or scatters has in shared memory.
template <typename Word, typename Less>
struct TileShared {
  SearchTree<Word, Less> search;
  unsigned* counters;

  __device__ TileShared(unsigned char* memory, unsigned k, const Less& less)
      : search{reinterpret_cast<Word*>(memory), reinterpret_cast<Word*>(memory) + k, k, 0, false, less},
        counters(reinterpret_cast<unsigned*>(reinterpret_cast<Word*>(memory) + 2 * k)) {}
};

/// The counter's value before. Neighbouring threads take different counters of a bucket; with one for each thread
/// nothing is shared, and what is counted does not depend on anyone's pace.
__device__ inline unsigned count_up(unsigned* counters, unsigned bucket, unsigned replicas) {
  unsigned& counter = counters[bucket * replicas + threadIdx.x % replicas];
  return replicas == blockDim.x ? counter++ : atomicAdd(&counter, 1u);
}

/// Calls visit(i, key, bucket, there) for a tile's keys, in all lanes of a warp at a time; in those beyond the tile's
/// end no key is there.
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

/// Step 2.
template <typename Word, typename Less>  //: launch counting of buckets
__global__ void __launch_bounds__(most_block_threads)
    count_kernel(const Typed<Word, NoPayload, Less> typed, const Distribution level) {
  unsigned char* memory = cuda::dynamic_shared<unsigned char>();
  TileShared<Word, Less> shared(memory, level.k, typed.less);
  const Tile tile = level.tiles[blockIdx.x];
  for (unsigned c = threadIdx.x; c < level.k * level.counters; c += blockDim.x) shared.counters[c] = 0;
  shared.search.load(typed, level, tile.parent);
  visit_tile(typed, shared.search, tile,  //: reads, compares
             [&](std::uint64_t, Word, unsigned bucket, bool there) {
               if (there) count_up(shared.counters, bucket, level.counters);
             });
  __syncthreads();
  const std::uint64_t columns = level.parents[tile.parent].columns;
  for (unsigned cell = threadIdx.x; cell < level.k * level.columns; cell += blockDim.x) {
    const unsigned bucket = cell / level.columns, column = cell % level.columns;
    unsigned sum = 0;
    for (unsigned c = column; c < level.counters; c += level.columns) {
      sum += shared.counters[bucket * level.counters + c];
    }
    level.table[tile.column + bucket * columns + column] = sum;
  }
}

/// Step 3: a thread a bucket.
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
  const unsigned start = start_of(bucket), size = start_of(bucket + 1) - start;
  const Word* splitters = static_cast<const Word*>(level.splitters);
  const bool inner = bucket > 0 && bucket + 1 < level.k;
  const bool one_value = inner && !typed.less(typed.code.encode(splitters[i - 1]), typed.code.encode(splitters[i]));
  level.starts[i] = start;
  level.sizes[i] = size;
  level.found[i] = {start, size, one_value ? 1u : 0u};
}

/// What travels with a key: its record's fields.
struct Fields {};

/// Step 4.
template <typename Word, typename Payload, typename Less>  //: launch scattering to buckets
__global__ void __launch_bounds__(most_block_threads)
    scatter_kernel(const Typed<Word, NoPayload, Less> typed, const Payload* payload_in, Payload* payload_out,
                   const FieldArrays fields, const Distribution level) {
  unsigned char* memory = cuda::dynamic_shared<unsigned char>();
  TileShared<Word, Less> shared(memory, level.k, typed.less);
  const Tile tile = level.tiles[blockIdx.x];
  const Parent parent = level.parents[tile.parent];
  for (unsigned cell = threadIdx.x; cell < level.k * level.columns; cell += blockDim.x) {
    const std::uint64_t at = tile.column + cell / level.columns * std::uint64_t{parent.columns} + cell % level.columns;
    shared.counters[cell] = level.table[at] + parent.shift;
  }
  shared.search.load(typed, level, tile.parent);
  visit_tile(typed, shared.search, tile,
             [&](std::uint64_t i, Word key, unsigned bucket, bool there) {  //: reads, compares
               unsigned place = 0;
               if (there) {
                 place = count_up(shared.counters, bucket, level.columns);
                 typed.store(place, key);  //: writes
                 if constexpr (std::is_same_v<Payload, std::uint32_t>) payload_out[place] = payload_in[i];
               }
               if constexpr (std::is_same_v<Payload, Fields>) kernels::carry_by_lanes(fields, typed.n, i, place, there);
             });
}

template <typename Word, typename Payload>  //: launch copies of tiles
__global__ void move_kernel(const Word* keys_in, Word* keys_out, const Payload* payload_in, Payload* payload_out,
                            const FieldArrays fields, std::uint64_t n, const Tile* tiles) {
  const Tile tile = tiles[blockIdx.x];
  for (std::uint64_t i = std::uint64_t{tile.first} + threadIdx.x; i < tile.last; i += blockDim.x) {
    keys_out[i] = keys_in[i];  //: copies
    if constexpr (std::is_same_v<Payload, std::uint32_t>) payload_out[i] = payload_in[i];
  }
  if constexpr (std::is_same_v<Payload, Fields>) {
    const auto stays = [first = std::uint64_t{tile.first}](std::uint64_t j) { return first + j; };
    kernels::carry_records(fields, n, std::uint64_t{tile.last} - tile.first, stays, stays);
  }
}

static_assert(most_small == kernels::quick_base);

/// A block a bucket.
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

/// Keys alone, by whatever comparison.
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
      with_payload(arrays, fields, [&]<typename Payload>(const Payload* in, Payload* out) {
        cuda::launch("scattering to buckets", {level.tile_count, level.threads, shared, stream},
                     scatter_kernel<Word, Payload, Less>, typed, in, out, fields, level);
      });
    });
  }

  void move(const Arrays& arrays, const FieldArrays& fields, const Distribution& level, Stream stream) const override {
    with_payload(arrays, fields, [&]<typename Payload>(const Payload* in, Payload* out) {
      cuda::launch("copies of tiles", {level.tile_count, level.threads, 0, stream}, move_kernel<Word, Payload>,
                   static_cast<const Word*>(arrays.keys_in), static_cast<Word*>(arrays.keys_out), in, out, fields,
                   arrays.n, level.tiles);
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
  /// Calls `launch(in, out)` with the payload that travels, of type NoPayload if none does.
  template <typename Launch>
  static void with_payload(const Arrays& arrays, const FieldArrays& fields, Launch launch) {
    if (fields.count > 0) return launch(static_cast<const Fields*>(nullptr), static_cast<Fields*>(nullptr));
    if (arrays.payload_in == nullptr) {
      return launch(static_cast<const NoPayload*>(nullptr), static_cast<NoPayload*>(nullptr));
    }
    launch(static_cast<const std::uint32_t*>(arrays.payload_in), static_cast<std::uint32_t*>(arrays.payload_out));
  }
};

}  // namespace
}  // namespace texelsort::algorithms::randomized::device
