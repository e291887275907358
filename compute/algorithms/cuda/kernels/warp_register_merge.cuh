#pragma once

#include "compute/algorithms/cuda/kernels/team.cuh"
#include "compute/algorithms/cuda/kernels/warp_merge.cuh"
#include "compute/cuda/kernel.h"

/// Merging like warp_merge(), with the buffer in the lanes' registers: position p is item p / 32 of lane p % 32. The
/// next elements of both ranges are loaded during a merge.
namespace texelsort::algorithms::kernels {
namespace {

template <typename Word, typename Payload>
__device__ Element<Word, Payload> from_lane(const Element<Word, Payload>& element, unsigned mask) {
  Element<Word, Payload> other;
  other.key = __shfl_xor_sync(every_lane, element.key, mask);
  if constexpr (has_payload<Payload>) other.payload = __shfl_xor_sync(every_lane, element.payload, mask);
  return other;
}

/// Executes bitonic_merge() of warp_merge.cuh in registers. With `full`, all positions of the buffer have elements.
template <bool full, typename Word, typename Payload, typename Less, unsigned Items>
struct RegisterMerge {
  using Item = Element<Word, Payload>;
  static constexpr unsigned size = Items * warp_lanes;

  Item (&items)[Items];
  const Less& less;
  unsigned begin, end;
  unsigned lane = threadIdx.x % warp_lanes;

  __device__ bool there(unsigned low, unsigned high) const { return full || (low >= begin && high < end); }

  __device__ void run() {
    mirrored();
#pragma unroll
    for (unsigned apart = Items / 4; apart > 0; apart /= 2) within_lanes(apart);
#pragma unroll
    for (unsigned stride = warp_lanes / 2; stride > 0; stride /= 2) between_lanes(stride);
  }

 private:
  /// Executes one end of a comparator: keeps the smaller element at the lower position, and the larger at the higher.
  __device__ void keep(Item& own, const Item& other, bool lower) const {
    if (lower ? less(other.key, own.key) : less(own.key, other.key)) own = other;
  }
  /// Executes the first step of the merge, which compares the first half with the reversed second half.
  __device__ void mirrored() {
    Item others[Items];
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) others[i] = from_lane(items[Items - 1 - i], warp_lanes - 1);
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) {
      const unsigned place = i * warp_lanes + lane, other = size - 1 - place;
      const bool lower = i < Items / 2;
      if (there(lower ? place : other, lower ? other : place)) keep(items[i], others[i], lower);
    }
  }
  __device__ void within_lanes(unsigned apart) {
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) {
      if ((i & apart) != 0) continue;
      const unsigned place = i * warp_lanes + lane;
      if (!there(place, place + apart * warp_lanes) || !less(items[i + apart].key, items[i].key)) continue;
      const Item first = items[i + apart];
      items[i + apart] = items[i];
      items[i] = first;
    }
  }
  __device__ void between_lanes(unsigned stride) {
    const bool lower = (lane & stride) == 0;
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) {
      const Item other = from_lane(items[i], stride);
      const unsigned place = i * warp_lanes + lane, low = lower ? place : place - stride;
      if (there(low, low + stride)) keep(items[i], other, lower);
    }
  }
};

/// Elements of a range that a warp has loaded ahead. They fill half a buffer, or its right end if the range ends.
template <typename Sides, unsigned Items>
struct WarpFeed {
  using Item = Element<typename Sides::Word, typename Sides::Payload>;
  static constexpr unsigned half = Items * warp_lanes;

  const Sides& arrays;
  std::uint64_t next, end;
  unsigned count = 0;
  typename Sides::Word head{};  ///< first element of the loaded half
  Item ahead[Items]{};

  __device__ WarpFeed(const Sides& sides, std::uint64_t first, std::uint64_t last)
      : arrays(sides), next(first), end(last) {
    fetch();
  }
  __device__ bool empty() const { return count == 0; }
  /// Copies the loaded elements to the lower half of a buffer, and loads the next elements. Returns the number copied.
  __device__ unsigned take(Item* lower_half) {
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) lower_half[i] = ahead[i];
    const unsigned taken = count;
    next += taken;
    fetch();
    return taken;
  }

 private:
  __device__ void fetch() {
    count = static_cast<unsigned>(min(std::uint64_t{half}, end - next));
    if (count == 0) return;
    head = arrays.load(0, next);
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) {
      const unsigned place = i * warp_lanes + threadIdx.x % warp_lanes;
      if (place >= half - count) ahead[i] = arrays.take(0, next + (place - (half - count)));
    }
  }
};

/// Merges like warp_merge() of warp_merge.cuh, with a buffer of 64 * Items elements in registers.
template <unsigned Items, typename Word, typename Payload, typename Less>
__device__ void warp_register_merge(const TwoSides<Word, Payload, Less>& arrays, WarpMerge merge) {
  using Sides = TwoSides<Word, Payload, Less>;
  constexpr unsigned half = Items * warp_lanes, size = 2 * half;
  if (copy_alone(arrays, merge)) return;
  const unsigned lane = threadIdx.x % warp_lanes;
  Element<Word, Payload> items[2 * Items]{};
  const unsigned kept = static_cast<unsigned>(min(std::uint64_t{half}, merge.first_end - merge.first));
#pragma unroll
  for (unsigned i = 0; i < Items; ++i) {
    const unsigned place = i * warp_lanes + lane;
    if (place < kept) items[Items + i] = arrays.take(0, merge.first + place);
  }
  WarpFeed<Sides, Items> first(arrays, merge.first + kept, merge.first_end);
  WarpFeed<Sides, Items> second(arrays, merge.second, merge.second_end);
  while (!first.empty() || !second.empty()) {
    const bool takes_second = first.empty() || (!second.empty() && arrays.less(second.head, first.head));
    const unsigned loaded = takes_second ? second.take(items) : first.take(items);
    if (loaded == half && kept == half) {
      RegisterMerge<true, Word, Payload, Less, 2 * Items>{items, arrays.less, 0, size}.run();
    } else {
      RegisterMerge<false, Word, Payload, Less, 2 * Items>{items, arrays.less, half - loaded, half + kept}.run();
    }
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) {
      const unsigned place = i * warp_lanes + lane;
      if (place >= half - loaded) arrays.put(1, merge.place + (place - (half - loaded)), items[i]);
    }
    merge.place += loaded;
  }
#pragma unroll
  for (unsigned i = 0; i < Items; ++i) {
    const unsigned place = i * warp_lanes + lane;
    if (place < kept) arrays.put(1, merge.place + place, items[Items + i]);
  }
}

}  // namespace
}  // namespace texelsort::algorithms::kernels
