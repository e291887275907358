#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/network_sort.cuh"
#include "compute/algorithms/cuda/kernels/partition_point.cuh"
#include "compute/algorithms/cuda/kernels/pivot.h"
#include "compute/algorithms/cuda/kernels/record_sides.cuh"
#include "compute/algorithms/cuda/kernels/scan.cuh"
#include "compute/algorithms/cuda/kernels/two_sides.cuh"
#include "compute/cuda/kernel.h"

/// Quicksort of a range of global memory by one block (Leischner's diploma thesis, 2010, appendix C, after Cederman &
/// Tsigas, GPU-Quicksort, 2009). The stack is in shared memory. `Sides` is TwoSides or RecordSides. With RecordSides,
/// records follow their keys at each partition.
namespace texelsort::algorithms::kernels {
namespace {

struct QuickSettings {
  unsigned small = 2048;  ///< maximum size of parts that the network sorts, in elements; at most quick_base
  SortNetwork network = SortNetwork::odd_even;
  unsigned drawn = 3;  ///< number of random elements per partition, 1, 3 or 5; their median is the pivot
  unsigned depth = 0;  ///< maximum depth of partitions, 2 log2 n; deeper parts are sorted by merging
  std::uint64_t seed = 1;
};

inline constexpr unsigned quick_base = 2048;  ///< capacity of the block's shared memory, in elements
inline constexpr unsigned quick_items = 8;    ///< items that a thread processes at a time

/// An unsorted part on the stack. The block sorts the smaller part of each partition first, so the stack has fewer
/// parts than a 64-bit number has bits.
struct QuickPart {
  std::uint64_t first, last;
  unsigned side, depth;
};

/// Shared memory of a block that sorts by quicksort.
template <typename Word, typename Payload>
struct QuickShared {
  Word keys[quick_base];
  Payload payload[has_payload<Payload> ? quick_base : 1];
  std::uint64_t counts[2][32];  ///< packed class counts, one per warp
  QuickPart stack[64];

  __device__ Elements<Word, Payload> elements() { return {keys, payload}; }
};

/// Result of a partition: numbers of elements that are less than the pivot, and equivalent to the pivot.
struct QuickSplit {
  std::uint64_t less, equal;
};

/// Counts of the classes less, equivalent and greater, packed into one integer, so that one addition adds all three.
struct ClassCounts {
  static constexpr unsigned bits = 21;
  static constexpr std::uint64_t mask = (1u << bits) - 1;
  __device__ static std::uint64_t pack(std::uint64_t less, std::uint64_t equal, std::uint64_t greater) {
    return less | equal << bits | greater << 2 * bits;
  }
  __device__ static std::uint64_t of(std::uint64_t packed, unsigned kind) { return packed >> kind * bits & mask; }
};

/// Returns the class of an element: 0 less than the pivot, 1 equivalent, 2 greater.
template <typename Word, typename Less>
__device__ unsigned class_of(Word key, Word pivot, Less less) {
  return less(key, pivot) ? 0u : less(pivot, key) ? 2u : 1u;
}

/// A thread's elements of a tile, and the rank of each element within its class and warp. Adjacent elements belong to
/// adjacent lanes.
template <typename Word, typename Payload>
struct QuickTile {
  Word keys[quick_items];
  Payload payload[quick_items];
  unsigned kinds[quick_items], ranks[quick_items];

  /// Loads this thread's elements of the tile and ranks them. Returns the packed class counts of this thread's warp.
  template <typename Sides>
  __device__ std::uint64_t load(const Sides& arrays, unsigned side, std::uint64_t tile, std::uint64_t last,
                                Word pivot) {
    const unsigned lane = threadIdx.x % 32, below = (1u << lane) - 1;
    const std::uint64_t begin = tile + threadIdx.x / 32 * (32 * quick_items) + lane;
    unsigned found[3] = {0, 0, 0};
#pragma unroll
    for (unsigned k = 0; k < quick_items; ++k) {
      const std::uint64_t i = begin + 32 * k;
      kinds[k] = 3;
      if (i < last) {
        keys[k] = arrays.load(side, i);
        if constexpr (has_payload<Payload>) payload[k] = arrays.carried(side, i);
        kinds[k] = class_of(keys[k], pivot, arrays.less);
      }
    }
#pragma unroll
    for (unsigned k = 0; k < quick_items; ++k) {
#pragma unroll
      for (unsigned kind = 0; kind < 3; ++kind) {
        const unsigned mates = __ballot_sync(every_lane, kinds[k] == kind);
        if (kinds[k] == kind) ranks[k] = found[kind] + __popc(mates & below);
        found[kind] += __popc(mates);
      }
    }
    return ClassCounts::pack(found[0], found[1], found[2]);
  }
};

/// Scans the class counts of all warps. Has one barrier. The caller needs another before it writes to `counts`.
__device__ inline Scanned<std::uint64_t> scan_classes(std::uint64_t own, std::uint64_t* counts) {
  if (threadIdx.x % warp_lanes == 0) counts[threadIdx.x / warp_lanes] = own;
  __syncthreads();
  return scan_warps(whole_block(), counts);
}

/// True if all elements that are equivalent to the pivot are identical to the pivot.
template <typename Payload, typename Less>
inline constexpr bool equal_are_copies = !has_payload<Payload> && std::is_same_v<Less, data::CodeLess>;

/// Partitions a part, reading it once: smaller elements go to the front of the other side, greater ones to its end.
/// Equivalent elements go to the front of the part, over elements already read, unless they are the pivot's copies.
template <typename Sides>
__device__ QuickSplit block_partition(const Sides& arrays, const QuickPart& part, typename Sides::Word pivot,
                                      QuickShared<typename Sides::Word, typename Sides::Payload>& shared) {
  using Word = typename Sides::Word;
  using Payload = typename Sides::Payload;
  std::uint64_t less = part.first, equal = part.first, greater = part.last;
  unsigned turn = 0;
  for (std::uint64_t at = part.first; at < part.last; at += std::uint64_t{blockDim.x} * quick_items, turn ^= 1) {
    QuickTile<Word, Payload> tile;
    const std::uint64_t own = tile.load(arrays, part.side, at, part.last, pivot);
    const auto sums = scan_classes(own, shared.counts[turn]);
    greater -= ClassCounts::of(sums.all, 2);
#pragma unroll
    for (unsigned k = 0; k < quick_items; ++k) {
      const unsigned kind = tile.kinds[k];
      if (kind == 3 || (kind == 1 && equal_are_copies<Payload, typename Sides::Less>)) continue;
      const std::uint64_t begin = kind == 0 ? less : kind == 1 ? equal : greater;
      const std::uint64_t place = begin + ClassCounts::of(sums.before, kind) + tile.ranks[k];
      const unsigned side = kind == 1 ? part.side : part.side ^ 1;
      arrays.store(side, place, tile.keys[k]);
      if constexpr (has_payload<Payload>) arrays.payload(side)[place] = tile.payload[k];
    }
    less += ClassCounts::of(sums.all, 0);
    equal += ClassCounts::of(sums.all, 1);
  }
  __syncthreads();
  return {less - part.first, equal - part.first};
}

/// Moves elements equivalent to the pivot from the part's front to index `place` of side `to`, their final position. If
/// `place` is higher in the same array, moves the last elements first, to overwrite none before it is read.
template <typename Sides>
__device__ void place_equal(const Sides& arrays, const QuickPart& part, std::uint64_t place, std::uint64_t count,
                            unsigned to, typename Sides::Word pivot) {
  using Word = typename Sides::Word;
  using Payload = typename Sides::Payload;
  if constexpr (equal_are_copies<Payload, typename Sides::Less>) {
    for (std::uint64_t i = threadIdx.x; i < count; i += blockDim.x) arrays.store(to, place + i, pivot);
  } else {
    if (to == part.side && place == part.first) return;
    for (std::uint64_t end = count; end > 0;) {
      const std::uint64_t begin = end > blockDim.x ? end - blockDim.x : 0;
      const std::uint64_t i = begin + threadIdx.x;
      Element<Word, Payload> moved;
      if (i < end) moved = arrays.take(part.side, part.first + i);
      __syncthreads();
      if (i < end) arrays.put(to, place + i, moved);
      end = begin;
    }
  }
}

/// Moves the records of a part to the other side, in the order of their keys. Then moves records of keys equal to the
/// pivot, at [middle, end), from the other side to side `to`.
template <typename Sides>
__device__ void follow_partition(const Sides& arrays, const QuickPart& part, std::uint64_t middle, std::uint64_t end,
                                 unsigned to) {
  const unsigned other = part.side ^ 1;
  __syncthreads();
  arrays.follow(part.side, part.first, part.last - part.first, [&](std::uint64_t j) {
    const std::uint64_t place = part.first + j;
    return arrays.payload(middle <= place && place < end ? to : other)[place];
  });
  if (to == other) return;
  __syncthreads();
  arrays.follow(other, middle, end - middle);
}

/// Sorts a part that fits in shared memory, from side `from` to side `to`. Records may be moved via the same indices of
/// the other side.
template <typename Sides>
__device__ void block_small_sort(const Sides& arrays, std::uint64_t first, unsigned count, unsigned from, unsigned to,
                                 SortNetwork network,
                                 QuickShared<typename Sides::Word, typename Sides::Payload>& shared) {
  using Word = typename Sides::Word;
  using Payload = typename Sides::Payload;
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) {
    const Word key = arrays.load(from, first + i);  // CPU checks do not track writes of the same call
    shared.keys[i] = key;
    if constexpr (has_payload<Payload>) shared.payload[i] = arrays.carried(from, first + i);
  }
  __syncthreads();
  network_sort(network, shared.elements(), count, arrays.less);
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) {
    arrays.store(to, first + i, shared.keys[i]);
    if constexpr (has_payload<Payload>) arrays.payload(to)[first + i] = shared.payload[i];
  }
  if constexpr (has_records<Sides>) {
    arrays.follow(from, first, count, [&](std::uint64_t j) { return shared.payload[j]; });
    if (to == from) {
      __syncthreads();
      arrays.follow(from ^ 1, first, count);
    }
  }
  __syncthreads();
}

/// Returns how many elements of a sorted range precede `key`. If `ties`, equivalent elements also count.
template <typename Sides>
__device__ std::uint64_t count_before(const Sides& arrays, unsigned side, std::uint64_t first, std::uint64_t last,
                                      typename Sides::Word key, bool ties) {
  const std::uint64_t end = partition_point(first, last, [&](std::uint64_t i) {
    const auto other = arrays.load(side, i);
    return ties ? arrays.less(key, other) : !arrays.less(other, key);
  });
  return end - first;
}

/// Sorts a part that is still large at the maximum depth. The network sorts runs, and merges move each element to its
/// rank. Needs O(m log^2 m) steps for any m elements.
template <typename Sides>
__device__ void block_merge_runs(const Sides& arrays, const QuickPart& part, unsigned to, const QuickSettings& settings,
                                 QuickShared<typename Sides::Word, typename Sides::Payload>& shared) {
  unsigned side = part.side;
  const std::uint64_t count = part.last - part.first;
  for (std::uint64_t run = 0; run < count; run += settings.small) {
    const unsigned length = static_cast<unsigned>(min(count - run, std::uint64_t{settings.small}));
    block_small_sort(arrays, part.first + run, length, side, side, settings.network, shared);
  }
  for (std::uint64_t width = settings.small; width < count; width *= 2, side ^= 1) {
    for (std::uint64_t i = threadIdx.x; i < count; i += blockDim.x) {
      Element<typename Sides::Word, typename Sides::Payload> moved;
      moved.key = arrays.load(side, part.first + i);
      if constexpr (has_payload<typename Sides::Payload>) moved.payload = arrays.carried(side, part.first + i);
      const std::uint64_t own = i / width * width, pair = own / (2 * width) * (2 * width);
      const bool second = own != pair;
      const std::uint64_t other = min(second ? pair : pair + width, count), end = min(other + width, count);
      const std::uint64_t rank = count_before(arrays, side, part.first + other, part.first + end, moved.key, second);
      arrays.put(side ^ 1, part.first + pair + (i - own) + rank, moved);
    }
    __syncthreads();
    if constexpr (has_records<Sides>) {
      arrays.follow(side, part.first, count, [&](std::uint64_t j) { return arrays.payload(side ^ 1)[part.first + j]; });
      __syncthreads();
    }
  }
  if (side == to) return;
  if constexpr (has_records<Sides>) arrays.follow(side, part.first, count);
  for (std::uint64_t i = part.first + threadIdx.x; i < part.last; i += blockDim.x)
    arrays.put(to, i, arrays.take(side, i));
}

/// Returns the pivot of a part: the median of random elements. All threads get the same pivot.
template <typename Sides>
__device__ typename Sides::Word choose_pivot(const Sides& arrays, unsigned side, std::uint64_t first,
                                             std::uint64_t count, unsigned drawn, std::uint64_t seed) {
  using Word = typename Sides::Word;
  Word keys[most_drawn];
#pragma unroll
  for (unsigned i = 0; i < most_drawn; ++i) {
    keys[i] = i < drawn ? arrays.load(side, drawn_place(first, count, i, seed)) : Word{};
  }
  return median(keys, drawn, arrays.less);
}

/// Sorts elements [first, last) of side `from` into the same indices of side `to`. If the sides differ, the contents of
/// side `from` in this range are lost. Elements outside the range are unchanged, so that every block can sort its own
/// range. All threads call it with the same arguments; their number is a multiple of 32, at most 1,024. Begins and ends
/// with a barrier. Not stable. Deterministic for the same input and seed.
template <typename Sides>
__device__ void block_quick_sort(const Sides& arrays, std::uint64_t first, std::uint64_t last, unsigned from,
                                 unsigned to, const QuickSettings& settings,
                                 QuickShared<typename Sides::Word, typename Sides::Payload>& shared) {
  unsigned height = 0;
  const auto push = [&](const QuickPart& part) {
    if (part.first == part.last) return;
    if (threadIdx.x == 0) shared.stack[height] = part;
    ++height;
  };
  __syncthreads();
  push({first, last, from, settings.depth});
  while (height > 0) {
    __syncthreads();
    const QuickPart part = shared.stack[--height];
    const std::uint64_t count = part.last - part.first;
    if (count <= settings.small) {
      block_small_sort(arrays, part.first, static_cast<unsigned>(count), part.side, to, settings.network, shared);
    } else if (part.depth == 0) {
      block_merge_runs(arrays, part, to, settings, shared);
    } else {
      const auto pivot = choose_pivot(arrays, part.side, part.first, count, settings.drawn, settings.seed);
      const QuickSplit split = block_partition(arrays, part, pivot, shared);
      const std::uint64_t middle = part.first + split.less, end = middle + split.equal;
      place_equal(arrays, part, middle, split.equal, to, pivot);
      if constexpr (has_records<Sides>) follow_partition(arrays, part, middle, end, to);
      const QuickPart less{part.first, middle, part.side ^ 1, part.depth - 1};
      const QuickPart greater{end, part.last, part.side ^ 1, part.depth - 1};
      const bool less_first = middle - part.first < part.last - end;
      push(less_first ? greater : less);
      push(less_first ? less : greater);
    }
  }
  __syncthreads();
}

}  // namespace
}  // namespace texelsort::algorithms::kernels
