#pragma once

#include "compute/algorithms/cuda/kernels/block_quick_sort.cuh"
#include "compute/algorithms/cuda/kernels/scan.cuh"
#include "compute/algorithms/quick/cuda/launch.h"
#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::quick {
namespace {

inline constexpr unsigned most_threads = 512;

template <typename Sides>  //: launch quicksort's pivots
__global__ void pivots_kernel(const Sides arrays, Settings settings, const SharedPart* parts, std::uint64_t count,
                              typename Sides::Word* pivots) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const auto pivot = kernels::choose_pivot(arrays, 0, parts[i].first, parts[i].count, settings.drawn, settings.seed);
  pivots[i] = arrays.code.decode(pivot);
}

template <typename Sides>  //: launch quicksort's counts
__global__ void __launch_bounds__(most_threads)
    counts_kernel(const Sides arrays, const Share* shares, const typename Sides::Word* pivots, std::uint64_t* counts) {
  TEXELSORT_SHARED(warps, std::uint64_t[32]);
  const Share share = shares[blockIdx.x];
  const auto pivot = arrays.code.encode(pivots[share.part]);
  std::uint64_t less = 0, equal = 0;
#pragma unroll 4
  for (std::uint64_t i = share.first + threadIdx.x; i < share.last; i += blockDim.x) {
    const unsigned kind = kernels::class_of(arrays.load(0, i), pivot, arrays.less);  //: reads, compares
    less += kind == 0;
    equal += kind == 1;
  }
  // Packs both counts of the share into one word, so that one sum over the block adds both. Counts have 32 bits.
  const std::uint64_t both = kernels::team_sum(kernels::whole_block(), less | equal << 32, warps);
  if (threadIdx.x != 0) return;
  std::uint64_t* own = counts + 3 * std::uint64_t{blockIdx.x};
  own[0] = both & 0xffffffffu;
  own[1] = both >> 32;
  own[2] = share.last - share.first - own[0] - own[1];
}

template <typename Sides>  //: launch quicksort's moves
__global__ void __launch_bounds__(most_threads)
    move_kernel(const Sides arrays, const Share* shares, const typename Sides::Word* pivots,
                const std::uint64_t* places) {
  using Payload = typename Sides::Payload;
  TEXELSORT_SHARED(counts, std::uint64_t[2][32]);
  const Share share = shares[blockIdx.x];
  const auto pivot = arrays.code.encode(pivots[share.part]);
  const std::uint64_t* first = places + 3 * std::uint64_t{blockIdx.x};
  std::uint64_t less = first[0], equal = first[1], greater = first[2];
  unsigned turn = 0;
  for (std::uint64_t at = share.first; at < share.last; at += std::uint64_t{blockDim.x} * kernels::quick_items) {
    kernels::QuickTile<typename Sides::Word, Payload> tile;
    const std::uint64_t own = tile.load(arrays, 0, at, share.last, pivot);  //: reads, compares
    const auto sums = kernels::scan_classes(own, counts[turn]);
#pragma unroll
    for (unsigned k = 0; k < kernels::quick_items; ++k) {
      const unsigned kind = tile.kinds[k];
      if (kind == 3) continue;
      const std::uint64_t begin = kind == 0 ? less : kind == 1 ? equal : greater;
      const std::uint64_t place = begin + kernels::ClassCounts::of(sums.before, kind) + tile.ranks[k];
      arrays.store(1, place, tile.keys[k]);  //: writes
      if constexpr (kernels::has_payload<Payload>) arrays.payload(1)[place] = tile.payload[k];
    }
    less += kernels::ClassCounts::of(sums.all, 0);
    equal += kernels::ClassCounts::of(sums.all, 1);
    greater += kernels::ClassCounts::of(sums.all, 2);
    turn ^= 1;
  }
}

template <typename Sides>  //: launch quicksort's copies
__global__ void copy_kernel(const Sides arrays, const Share* shares) {
  const Share share = shares[blockIdx.x];
#pragma unroll 4
  for (std::uint64_t i = share.first + threadIdx.x; i < share.last; i += blockDim.x) {
    arrays.keys(1)[i] = arrays.keys(0)[i];  //: copies
    if constexpr (kernels::has_payload<typename Sides::Payload>) arrays.payload(1)[i] = arrays.payload(0)[i];
  }
}

template <typename Sides>  //: launch quicksort by blocks
__global__ void __launch_bounds__(most_threads)
    sort_kernel(const Sides arrays, kernels::QuickSettings settings, const SmallPart* parts) {
  TEXELSORT_SHARED(shared, kernels::QuickShared<typename Sides::Word, typename Sides::Payload>);
  const SmallPart part = parts[blockIdx.x];
  settings.depth = static_cast<unsigned>(part.depth);
  kernels::block_quick_sort(arrays, part.first, part.first + part.count, 0, 0, settings, shared);  //: sorts
}

inline kernels::QuickSettings block_settings(const Settings& settings) {
  return {
      .small = settings.small,
      .network = settings.network == Network::bitonic ? kernels::SortNetwork::bitonic : kernels::SortNetwork::odd_even,
      .drawn = settings.drawn,
      .depth = 0,
      .seed = settings.seed};
}

template <typename Word>
struct Kernels final : Launches {
  void choose_pivots(const Arrays& arrays, const Settings& settings, const SharedPart* parts, std::uint64_t count,
                     void* pivots, Stream stream) const override {
    kernels::with_types<Word>(arrays, [&](auto typed) {
      constexpr unsigned threads = 64;
      cuda::launch("quicksort's pivots", {cuda::blocks_for(count, threads), threads, 0, stream},
                   pivots_kernel<decltype(kernels::two_sides(typed))>, kernels::two_sides(typed), settings, parts,
                   count, static_cast<Word*>(pivots));
    });
  }

  void count_classes(const Arrays& arrays, const Settings& settings, const Share* shares, std::uint64_t count,
                     const void* pivots, std::uint64_t* counts, Stream stream) const override {
    kernels::with_types<Word>(arrays, [&](auto typed) {
      cuda::launch("quicksort's counts", {static_cast<unsigned>(count), settings.threads, 0, stream},
                   counts_kernel<decltype(kernels::two_sides(typed))>, kernels::two_sides(typed), shares,
                   static_cast<const Word*>(pivots), counts);
    });
  }

  void move_classes(const Arrays& arrays, const Settings& settings, const Share* shares, std::uint64_t count,
                    const void* pivots, const std::uint64_t* places, Stream stream) const override {
    kernels::with_types<Word>(arrays, [&](auto typed) {
      cuda::launch("quicksort's moves", {static_cast<unsigned>(count), settings.threads, 0, stream},
                   move_kernel<decltype(kernels::two_sides(typed))>, kernels::two_sides(typed), shares,
                   static_cast<const Word*>(pivots), places);
    });
  }

  void copy_shares(const Arrays& arrays, const Settings& settings, const Share* shares, std::uint64_t count,
                   Stream stream) const override {
    kernels::with_types<Word>(arrays, [&](auto typed) {
      cuda::launch("quicksort's copies", {static_cast<unsigned>(count), settings.threads, 0, stream},
                   copy_kernel<decltype(kernels::two_sides(typed))>, kernels::two_sides(typed), shares);
    });
  }

  void sort_parts(const Arrays& arrays, const Settings& settings, const SmallPart* parts, std::uint64_t count,
                  Stream stream) const override {
    kernels::with_types<Word>(arrays, [&](auto typed) {
      cuda::launch("quicksort by blocks", {static_cast<unsigned>(count), settings.threads, 0, stream},
                   sort_kernel<decltype(kernels::two_sides(typed))>, kernels::two_sides(typed),
                   block_settings(settings), parts);
    });
  }
};

}  // namespace
}  // namespace texelsort::algorithms::quick
