#pragma once

#include "compute/algorithms/cuda/kernels/block_quick_sort.cuh"
#include "compute/algorithms/cuda/kernels/warp_register_merge.cuh"
#include "compute/algorithms/warpsort/cuda/launch.h"
#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::warpsort {
namespace {

/// Sampled encoded key and its position. The position has two words, so that the struct has no padding.
template <typename Word>
struct Drawn {
  Word key;
  std::uint32_t low, high;
  __device__ std::uint64_t place() const { return std::uint64_t{high} << 32 | low; }
};

/// Comparison of sampled keys that breaks ties by position.
template <typename Word, typename Less>
struct DrawnLess {
  Less less;
  __device__ bool operator()(const Drawn<Word>& one, const Drawn<Word>& other) const {
    if (less(one.key, other.key)) return true;
    return !less(other.key, one.key) && one.place() < other.place();
  }
};

}  // namespace
}  // namespace texelsort::algorithms::warpsort

/// Encoding of samples, which does nothing, because samples are stored in encoded form.
template <typename Word>
struct texelsort::data::CodeMasks<texelsort::algorithms::warpsort::Drawn<Word>> {
  using Drawn = algorithms::warpsort::Drawn<Word>;
  constexpr Drawn encode(const Drawn& drawn) const { return drawn; }
  constexpr Drawn decode(const Drawn& drawn) const { return drawn; }
};

namespace texelsort::algorithms::warpsort {
namespace {

using kernels::Elements;
using kernels::NoPayload;

inline constexpr unsigned most_threads = 256;

/// Returns the index of this warp in the grid.
__device__ inline std::uint64_t warp_number() {
  return std::uint64_t{blockIdx.x} * (blockDim.x / 32) + threadIdx.x / 32;
}

/// Returns this warp's buffer of `size` elements in the block's shared memory.
template <typename Sides>
__device__ Elements<typename Sides::Word, typename Sides::Payload> warp_buffer(unsigned char* memory, unsigned size) {
  using Word = typename Sides::Word;
  using Payload = typename Sides::Payload;
  const unsigned warp = threadIdx.x / 32, warps = blockDim.x / 32;
  Word* keys = reinterpret_cast<Word*>(memory);
  Payload* payload = reinterpret_cast<Payload*>(memory + sizeof(Word) * warps * size);
  return {keys + warp * size, payload + (kernels::has_payload<Payload> ? warp * size : 0)};
}

template <typename Sides>
std::uint64_t shared_bytes(unsigned warps, unsigned size) {
  using Payload = typename Sides::Payload;
  return std::uint64_t{warps} * size *
         (sizeof(typename Sides::Word) + (kernels::has_payload<Payload> ? sizeof(Payload) : 0));
}

/// Puts the smaller of two elements at position `first`, which may be the higher position. Plain integers are exchanged
/// by minimum and maximum instead of a branch.
template <typename Word, typename Payload, typename Less>
__device__ void put_in_order(Elements<Word, Payload> at, unsigned first, unsigned second, Less less) {
  if constexpr (std::is_same_v<Less, data::CodeLess> && !kernels::has_payload<Payload>) {
    const Word one = at.keys[first], other = at.keys[second];
    at.keys[first] = min(one, other);
    at.keys[second] = max(one, other);
  } else {
    kernels::compare_exchange(at, first, second, less);
  }
}

/// Returns the lower position of comparator `i` in a step with the distance `stride`.
__device__ inline unsigned lower_place(unsigned i, unsigned stride) {
  return 2 * i - (i & (stride - 1));
}

/// Sorts `size` elements (at least 128) bitonically by one warp. In each step but those of the last merge, a lane
/// executes as many ascending as descending comparators, one after another, so that lanes do not diverge.
template <typename Word, typename Payload, typename Less>
__device__ void bitonic_warp_sort(Elements<Word, Payload> at, unsigned size, Less less) {
  const unsigned lane = threadIdx.x % 32;
  for (unsigned merged = 2; merged < size; merged *= 2) {
    for (unsigned stride = merged / 2; stride > 0; stride /= 2) {
      for (unsigned i = lane; i < size / 4; i += 32) {
        // Each comparator of an ascending list is paired with the same comparator of the next, descending list.
        const unsigned list = i / (merged / 2), ascending = list * 2 * merged + lower_place(i % (merged / 2), stride);
        put_in_order(at, ascending, ascending + stride, less);
        const unsigned descending = ascending + merged;
        put_in_order(at, descending + stride, descending, less);
      }
      __syncwarp();
    }
  }
  for (unsigned stride = size / 2; stride > 0; stride /= 2) {
    for (unsigned i = lane; i < size / 4; i += 32) {
      const unsigned one = lower_place(i, stride), other = lower_place(i + size / 4, stride);
      put_in_order(at, one, one + stride, less);
      put_in_order(at, other, other + stride, less);
    }
    __syncwarp();
  }
}

/// Sorts the last tile, which may be partial. Its comparators have one direction, so that the end needs no padding.
template <typename Word, typename Payload, typename Less>
__device__ void one_way_warp_sort(Elements<Word, Payload> at, unsigned count, Less less) {
  for (unsigned size = 2; size < 2 * count; size *= 2) {
    for (unsigned stride = size / 2; stride > 0; stride /= 2) {
      for (unsigned i = threadIdx.x % 32; i < count; i += 32) {
        const kernels::NetworkPair pair = kernels::bitonic_pair(i, size, stride);
        if (pair.high < count) kernels::compare_exchange(at, pair.low, pair.high, less);
      }
      __syncwarp();
    }
  }
}

template <typename Sides>  //: launch Warpsort's tiles
__global__ void __launch_bounds__(most_threads) tiles_kernel(const Sides arrays, std::uint64_t n, unsigned tile) {
  unsigned char* memory = cuda::dynamic_shared<unsigned char>();
  const std::uint64_t first = warp_number() * tile;
  if (first >= n) return;
  const auto buffer = warp_buffer<Sides>(memory, tile);
  const unsigned count = static_cast<unsigned>(min(n - first, std::uint64_t{tile}));
  kernels::warp_load(arrays, first, count, buffer, 0);  //: reads
  if (count == tile) {
    bitonic_warp_sort(buffer, tile, arrays.less);  //: compares
  } else {
    one_way_warp_sort(buffer, count, arrays.less);  //: compares
  }
  kernels::warp_store(arrays, first, count, buffer, 0);  //: writes
}

/// Merges two ranges by one warp. Buffers of 128 elements are in registers, others in shared memory.
template <typename Sides>
__device__ void merge_ranges(const Sides& arrays, const kernels::WarpMerge& merge, unsigned size,
                             unsigned char* memory) {
  if (size == 4 * 32) return kernels::warp_register_merge<2>(arrays, merge);
  kernels::warp_merge(arrays, merge, size, warp_buffer<Sides>(memory, size));
}

template <typename Sides>  //: launch Warpsort's merges of runs
__global__ void __launch_bounds__(most_threads)
    runs_kernel(const Sides arrays, std::uint64_t n, std::uint64_t length, unsigned size) {
  unsigned char* memory = cuda::dynamic_shared<unsigned char>();
  const std::uint64_t pair = warp_number();
  if (2 * pair * length >= n) return;
  const IndexRange one = sequence(2 * pair, length, n), other = sequence(2 * pair + 1, length, n);
  merge_ranges(arrays, {one.first, one.last, other.first, other.last, one.first}, size, memory);  //: sorts
}

/// Draws and sorts the sample by one block. Marks parts that have a single value: a part between equal splitters, a
/// first part without keys below the first splitter, and a last part without keys above the last splitter.
template <typename Sides, typename Sample>  //: launch Warpsort's splitters
__global__ void __launch_bounds__(512)
    splitters_kernel(const Sides arrays, const Sample drawn, std::uint64_t n, std::uint64_t length,
                     std::uint64_t sequences, Settings settings, kernels::QuickSettings quick,
                     const Splitters splitters) {
  using Word = typename Sides::Word;
  TEXELSORT_SHARED(shared, kernels::QuickShared<Drawn<Word>, NoPayload>);
  const std::uint64_t count = settings.parts * settings.sample;
  for (std::uint64_t i = threadIdx.x; i < count; i += blockDim.x) {
    const std::uint64_t place = sample_place(i, n, settings.seed);
    drawn.keys(0)[i] = {arrays.load(0, place), static_cast<std::uint32_t>(place),  //: reads
                        static_cast<std::uint32_t>(place >> 32)};
  }
  kernels::block_quick_sort(drawn, 0, count, 0, 0, quick, shared);
  const auto splitter = [&](std::uint64_t i) { return drawn.keys(0)[(i + 1) * settings.sample - 1]; };
  const std::uint64_t last = settings.parts - 2;
  for (std::uint64_t i = threadIdx.x; i <= last; i += blockDim.x) {
    static_cast<Word*>(splitters.keys)[i] = arrays.code.decode(splitter(i).key);
    splitters.places[i] = splitter(i).place();
    if (i > 0) splitters.one_value[i] = arrays.less(splitter(i - 1).key, splitter(i).key) ? 0 : 1;
  }
  bool less = false, greater = false;
  for (std::uint64_t j = threadIdx.x; j < sequences; j += blockDim.x) {
    const IndexRange own = sequence(j, length, n);
    less |= arrays.less(arrays.load(0, own.first), splitter(0).key);
    greater |= arrays.less(splitter(last).key, arrays.load(0, own.last - 1));
  }
  less = __syncthreads_or(less) != 0;
  greater = __syncthreads_or(greater) != 0;
  if (threadIdx.x > 0) return;
  splitters.one_value[0] = less ? 0 : 1;
  splitters.one_value[last + 1] = greater ? 0 : 1;
}

/// Computes the bounds of parts in each sequence, one thread per part and sequence. A key equal to a splitter precedes
/// it if it is in an earlier sequence, or in the same sequence at or before the splitter.
template <typename Sides>  //: launch Warpsort's subsequences
__global__ void __launch_bounds__(most_threads)
    split_kernel(const Sides arrays, std::uint64_t n, std::uint64_t length, std::uint64_t sequences,
                 std::uint64_t parts, const Splitters splitters, std::uint64_t* bounds) {
  const std::uint64_t element = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (element >= (parts + 1) * sequences) return;
  const std::uint64_t part = element / sequences;
  const IndexRange own = sequence(element % sequences, length, n);
  std::uint64_t low = own.first, high = own.last;
  if (part == 0) high = low;
  if (part == parts) low = high;
  if (low < high) {
    const std::uint64_t place = splitters.places[part - 1];
    if (own.first <= place && place < own.last) {
      low = place + 1;
    } else {
      const auto splitter = arrays.code.encode(static_cast<const typename Sides::Word*>(splitters.keys)[part - 1]);
      low += kernels::count_before(arrays, 0, low, high, splitter, own.last <= place);  //: reads, compares
    }
  }
  bounds[element] = low;
}

/// Copies both ranges of a merge to its destination, one after the other, if no merging is needed.
template <typename Sides>
__device__ void copy_ranges(const Sides& arrays, const kernels::WarpMerge& merge) {
  const std::uint64_t first = merge.first_end - merge.first, count = first + (merge.second_end - merge.second);
  for (std::uint64_t i = threadIdx.x % 32; i < count; i += 32) {
    arrays.put(1, merge.place + i, arrays.take(0, i < first ? merge.first + i : merge.second + (i - first)));
  }
}

/// Merges runs: warp `i * ceil(runs / 2) + q` merges runs 2q and 2q + 1 of part i. Parts with a single value are
/// already sorted: the first two rounds copy them to their destination in both arrays.
template <typename Sides>  //: launch Warpsort's merges of parts
__global__ void __launch_bounds__(most_threads)
    parts_kernel(const Sides arrays, std::uint64_t sequences, std::uint64_t parts, unsigned round,
                 const std::uint32_t* one_value, const std::uint64_t* bounds, const std::uint64_t* places,
                 unsigned size) {
  unsigned char* memory = cuda::dynamic_shared<unsigned char>();
  const std::uint64_t width = std::uint64_t{1} << round;  // subsequences per run
  const std::uint64_t pairs = (sequences + 2 * width - 1) / (2 * width), job = warp_number();
  const std::uint64_t part = job / pairs;
  if (part >= parts) return;
  const bool equal = one_value[part] != 0;
  if (equal && round > 1) return;  // in the first two rounds, warps copied the part to both arrays
  const std::uint64_t row = part * sequences, j = job % pairs * 2 * width;
  const auto at = [&](std::uint64_t run) { return row + min(j + run * width, sequences); };
  kernels::WarpMerge merge;
  if (round > 0) {
    merge = {places[at(0)], places[at(1)], places[at(1)], places[at(2)], places[at(0)]};
  } else {
    merge = {bounds[row + j], bounds[row + sequences + j], 0, 0, places[row + j]};
    if (j + 1 < sequences) {
      merge.second = bounds[row + j + 1];
      merge.second_end = bounds[row + sequences + j + 1];
    }
  }
  if (equal) {
    copy_ranges(arrays, merge);  //: copies
  } else {
    merge_ranges(arrays, merge, size, memory);  //: sorts
  }
}

template <typename Word>
struct Kernels final : Launches {
  void sort_tiles(const Arrays& arrays, const Settings& settings, Stream stream) const override {
    kernels::with_types<Word>(arrays, [&](auto typed) {
      const auto sides = kernels::two_sides(typed);
      using Sides = std::remove_const_t<decltype(sides)>;
      const std::uint64_t tiles = (arrays.n + settings.tile - 1) / settings.tile;
      cuda::launch("Warpsort's tiles",
                   {cuda::blocks_for(tiles, settings.warps), 32 * settings.warps,
                    shared_bytes<Sides>(settings.warps, settings.tile), stream},
                   tiles_kernel<Sides>, sides, arrays.n, settings.tile);
    });
  }

  void merge_runs(const Arrays& arrays, const Settings& settings, std::uint64_t length, Stream stream) const override {
    kernels::with_types<Word>(arrays, [&](auto typed) {
      const auto sides = kernels::two_sides(typed);
      using Sides = std::remove_const_t<decltype(sides)>;
      const std::uint64_t pairs = (arrays.n + 2 * length - 1) / (2 * length);
      cuda::launch("Warpsort's merges of runs",
                   {cuda::blocks_for(pairs, settings.warps), 32 * settings.warps,
                    shared_bytes<Sides>(settings.warps, settings.buffer), stream},
                   runs_kernel<Sides>, sides, arrays.n, length, settings.buffer);
    });
  }

  void choose_splitters(const Arrays& arrays, const Settings& settings, std::uint64_t length, std::uint64_t sequences,
                        void* drawn, const Splitters& splitters, Stream stream) const override {
    const std::uint64_t count = settings.parts * settings.sample;
    kernels::QuickSettings quick;
    for (std::uint64_t left = count; left > 0; left /= 2) quick.depth += 2;
    with_keys(arrays, [&]<typename Less>(const kernels::TwoSides<Word, NoPayload, Less>& sides) {
      using Sides = kernels::TwoSides<Word, NoPayload, Less>;
      using Sample = kernels::TwoSides<Drawn<Word>, NoPayload, DrawnLess<Word, Less>>;
      static_assert(sizeof(Drawn<Word>) == drawn_bytes(sizeof(Word)));
      auto* keys = static_cast<Drawn<Word>*>(drawn);
      cuda::launch("Warpsort's splitters", {1, 512, 0, stream}, splitters_kernel<Sides, Sample>, sides,
                   Sample{keys, keys + count, nullptr, nullptr, {}, {sides.less}}, arrays.n, length, sequences,
                   settings, quick, splitters);
    });
  }

  void split_sequences(const Arrays& arrays, const Settings& settings, std::uint64_t length, std::uint64_t sequences,
                       const Splitters& splitters, std::uint64_t* bounds, Stream stream) const override {
    with_keys(arrays, [&]<typename Less>(const kernels::TwoSides<Word, NoPayload, Less>& sides) {
      const std::uint64_t elements = (settings.parts + 1) * sequences;
      cuda::launch("Warpsort's subsequences", {cuda::blocks_for(elements, most_threads), most_threads, 0, stream},
                   split_kernel<kernels::TwoSides<Word, NoPayload, Less>>, sides, arrays.n, length, sequences,
                   settings.parts, splitters, bounds);
    });
  }

  void merge_parts(const Arrays& arrays, const Settings& settings, std::uint64_t sequences, unsigned round,
                   const std::uint32_t* one_value, const std::uint64_t* bounds, const std::uint64_t* places,
                   Stream stream) const override {
    kernels::with_types<Word>(arrays, [&](auto typed) {
      const auto sides = kernels::two_sides(typed);
      using Sides = std::remove_const_t<decltype(sides)>;
      const std::uint64_t pairs = ((sequences - 1) >> (round + 1)) + 1;
      cuda::launch("Warpsort's merges of parts",
                   {cuda::blocks_for(settings.parts * pairs, settings.warps), 32 * settings.warps,
                    shared_bytes<Sides>(settings.warps, settings.buffer), stream},
                   parts_kernel<Sides>, sides, sequences, settings.parts, round, one_value, bounds, places,
                   settings.buffer);
    });
  }

 private:
  /// Calls launch(sides) with the keys as two sides. The payload is left out.
  template <typename Launch>
  static void with_keys(Arrays arrays, Launch launch) {
    arrays.payload_in = nullptr;
    kernels::with_types<Word>(arrays,
                              [&]<typename Payload, typename Less>(const kernels::Typed<Word, Payload, Less>& typed) {
                                if constexpr (!kernels::has_payload<Payload>) launch(kernels::two_sides(typed));
                              });
  }
};

}  // namespace
}  // namespace texelsort::algorithms::warpsort
