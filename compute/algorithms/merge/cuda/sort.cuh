#pragma once

#include "compute/algorithms/cuda/kernels/block_quick_sort.cuh"
#include "compute/algorithms/merge/cuda/bitonic.cuh"
#include "compute/cuda/kernel.h"

/// First level of merge sort (section 5.4): each block sorts one sequence, from the input to the output.
namespace texelsort::algorithms::merge::device {
namespace {

static_assert(sort_tile <= bitonic_tile(sort_threads));

/// Returns a copy of the arrays with input and output exchanged.
template <typename Typed>
__device__ Typed turned(const Typed& arrays) {
  Typed other = arrays;
  other.keys_in = arrays.keys_out;
  other.keys_out = const_cast<typename Typed::Word*>(arrays.keys_in);
  other.payload_in = arrays.payload_out;
  other.payload_out = const_cast<typename Typed::Payload*>(arrays.payload_in);
  return other;
}

/// Sorts each tile of `sort_tile` elements of the range separately.
template <typename Typed>
__device__ void sort_tiles(const Typed& arrays, IndexRange range,
                           Elements<typename Typed::Word, typename Typed::Payload> at) {
  for (std::uint64_t first = range.first; first < range.last; first += sort_tile) {
    const unsigned count = range.last - first < sort_tile ? static_cast<unsigned>(range.last - first) : sort_tile;
    for (unsigned i = threadIdx.x; i < count; i += blockDim.x) {
      at.keys[i] = arrays.load(first + i);  //: reads
      if constexpr (has_payload<typename Typed::Payload>) at.payload[i] = arrays.payload_in[first + i];
    }
    __syncthreads();
    kernels::network_sort<kernels::SortNetwork::bitonic>(at, count, arrays.less);  //: compares
    const Output<Typed> output{arrays, first};
    for (unsigned i = threadIdx.x; i < count; i += blockDim.x) output(i, pick_up(at, i));  //: writes
    __syncthreads();
  }
}

template <typename Typed>
struct QuickLevel {
  using Shared = kernels::QuickShared<typename Typed::Word, typename Typed::Payload>;
  static constexpr std::uint64_t shared_bytes = sizeof(Shared);

  __device__ static void sort(const Typed& arrays, IndexRange range, unsigned char* memory, std::uint32_t seed,
                              unsigned depth) {
    kernels::QuickSettings settings;
    settings.seed = seed;
    settings.depth = depth;
    const Typed other = turned(arrays);
    const kernels::TwoSides<typename Typed::Word, typename Typed::Payload, typename Typed::Less> sides{
        other.keys_out, arrays.keys_out, other.payload_out, arrays.payload_out, arrays.code, arrays.less};
    kernels::block_quick_sort(sides, range.first, range.last, 0, 1, settings, *reinterpret_cast<Shared*>(memory));
  }
};

/// Sorts tiles, then merges pairs of runs by the bitonic network until one is left. The first step of a merge compares
/// one half with the reversed other half.
template <typename Typed>
struct BitonicLevel {
  static constexpr std::uint64_t shared_bytes = BitonicMerger<Typed>::shared_bytes(sort_threads);

  __device__ static void sort(const Typed& arrays, IndexRange range, unsigned char* memory, std::uint32_t, unsigned) {
    const Team team{blockDim.x, threadIdx.x};
    BitonicMerger<Typed> merger(arrays, team, false, SharedMemory{memory});
    sort_tiles(arrays, range, merger.at);
    const std::uint64_t count = range.length();
    for (std::uint64_t half = sort_tile; half < count; half *= 2) {
      for (std::uint64_t i = threadIdx.x;; i += blockDim.x) {
        const std::uint64_t inside = i & (half - 1), block = 2 * (i - inside);
        if (block >= count) break;
        const std::uint64_t high = block + 2 * half - 1 - inside;
        if (high < count) merger.compare_in_place(range.first + block + inside, range.first + high);
      }
      __syncthreads();
      merger.merge_in_place(half / 2, count, range.first);
    }
  }
};

/// Sorts tiles only. The blocks merge their tiles in later rounds.
template <typename Typed>
struct TileLevel {
  static constexpr std::uint64_t shared_bytes =
      sort_tile * (sizeof(typename Typed::Word) + (has_payload<typename Typed::Payload> ? sizeof(std::uint32_t) : 0));

  __device__ static void sort(const Typed& arrays, IndexRange range, unsigned char* memory, std::uint32_t, unsigned) {
    SharedMemory tile{memory};
    sort_tiles(arrays, range, tile.template take_elements<typename Typed::Word, typename Typed::Payload>(sort_tile));
  }
};

template <typename Level, typename Typed>
__global__ void __launch_bounds__(sort_threads)
    sort_kernel(const Typed arrays, const std::uint64_t* starts, std::uint32_t seed, unsigned depth) {
  unsigned char* memory = cuda::dynamic_shared<unsigned char>();
  const IndexRange range{starts[blockIdx.x], starts[blockIdx.x + 1]};
  if (range.length() > 0) Level::sort(arrays, range, memory, seed, depth);  //: sorts
}

template <typename Level, typename Typed>
void launch_sort(const Typed& arrays, const SortSequencesCall& call, Stream stream) {
  const auto kernel = sort_kernel<Level, Typed>;
  cuda::launch("sort of sequences", {static_cast<unsigned>(call.sequences), sort_threads, Level::shared_bytes, stream},
               kernel, arrays, call.starts, call.seed, call.depth);
}

template <typename Word>
struct SortKernels final : SortLaunches {
  void sort_sequences(const SortSequencesCall& call, Stream stream) const override {
    kernels::with_types<Word>(call.arrays, [&](auto arrays) {
      using Typed = decltype(arrays);
      switch (call.first) {
        case FirstLevel::quick:
          return launch_sort<QuickLevel<Typed>>(arrays, call, stream);
        case FirstLevel::bitonic:
          return launch_sort<BitonicLevel<Typed>>(arrays, call, stream);
        case FirstLevel::tiles:
          return launch_sort<TileLevel<Typed>>(arrays, call, stream);
      }
    });
  }

  std::uint64_t shared_bytes(FirstLevel first, bool payload) const override {
    return with_typed<Word>(payload, [&]<typename Typed>(std::type_identity<Typed>) {
      if (first == FirstLevel::quick) return QuickLevel<Typed>::shared_bytes;
      return first == FirstLevel::bitonic ? BitonicLevel<Typed>::shared_bytes : TileLevel<Typed>::shared_bytes;
    });
  }
};

}  // namespace
}  // namespace texelsort::algorithms::merge::device
