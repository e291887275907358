#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/network_sort.cuh"
#include "compute/algorithms/cuda/kernels/two_sides.cuh"
#include "compute/cuda/kernel.h"

/// Merging by one warp, without block barriers (Ye, Fan, Lin, Yuan, Ienne, High performance comparison-based sorting
/// algorithm on many-core GPUs, 2010, step 2).
namespace texelsort::algorithms::kernels {
namespace {

/// Two sorted ranges of side 0, and the destination of their merged elements on side 1.
struct WarpMerge {
  std::uint64_t first, first_end, second, second_end, place;
};

/// Merges two sorted lists bitonically. The lists meet in the middle of a warp's buffer of `size` elements: [begin,
/// size / 2) and [size / 2, end). Comparators outside [begin, end) are skipped. Padding there, smallest before `begin`
/// and largest from `end` on, would not move.
template <typename Word, typename Payload, typename Less>
__device__ void bitonic_merge(Elements<Word, Payload> buffer, unsigned size, unsigned begin, unsigned end, Less less) {
  for (unsigned stride = size / 2; stride > 0; stride /= 2) {
    for (unsigned i = threadIdx.x % 32; i < size / 2; i += 32) {
      const NetworkPair pair = bitonic_pair(i, size, stride);
      if (pair.low >= begin && pair.high < end) compare_exchange(buffer, pair.low, pair.high, less);
    }
    __syncwarp();
  }
}

/// Copies a warp's elements from global to shared memory, or back (warp_store).
template <typename Word, typename Payload, typename Less>
__device__ void warp_load(const TwoSides<Word, Payload, Less>& arrays, std::uint64_t from, unsigned count,
                          Elements<Word, Payload> buffer, unsigned at) {
  for (unsigned i = threadIdx.x % 32; i < count; i += 32) {
    buffer.keys[at + i] = arrays.load(0, from + i);
    if constexpr (has_payload<Payload>) buffer.payload[at + i] = arrays.payload(0)[from + i];
  }
  __syncwarp();
}

template <typename Word, typename Payload, typename Less>
__device__ void warp_store(const TwoSides<Word, Payload, Less>& arrays, std::uint64_t to, unsigned count,
                           Elements<Word, Payload> buffer, unsigned at) {
  for (unsigned i = threadIdx.x % 32; i < count; i += 32) {
    arrays.store(1, to + i, buffer.keys[at + i]);
    if constexpr (has_payload<Payload>) arrays.payload(1)[to + i] = buffer.payload[at + i];
  }
  __syncwarp();
}

/// Copies one range if the other range is empty. Returns true if it has copied a range.
template <typename Word, typename Payload, typename Less>
__device__ bool copy_alone(const TwoSides<Word, Payload, Less>& arrays, const WarpMerge& merge) {
  const bool no_first = merge.first == merge.first_end;
  if (!no_first && merge.second != merge.second_end) return false;
  const std::uint64_t alone = no_first ? merge.second : merge.first;
  const std::uint64_t count = (no_first ? merge.second_end : merge.first_end) - alone;
  for (std::uint64_t i = threadIdx.x % 32; i < count; i += 32)
    arrays.put(1, merge.place + i, arrays.take(0, alone + i));
  return true;
}

/// Merges with a buffer of `size` elements (a power of two, at least 4) in shared memory. Its upper half contains the
/// largest elements so far. Each step loads the lower half from the range whose next element is smaller, and writes the
/// same number of smallest elements (Leischner, appendix B). A range's last load may be smaller; positions show where
/// it ends. All lanes of the warp call it with the same arguments.
template <typename Word, typename Payload, typename Less>
__device__ void warp_merge(const TwoSides<Word, Payload, Less>& arrays, WarpMerge merge, unsigned size,
                           Elements<Word, Payload> buffer) {
  const unsigned half = size / 2;
  if (copy_alone(arrays, merge)) return;
  const unsigned kept = static_cast<unsigned>(min(std::uint64_t{half}, merge.first_end - merge.first));
  warp_load(arrays, merge.first, kept, buffer, half);
  merge.first += kept;
  Word first = 0, second = arrays.load(0, merge.second);  // next element of each range; undefined if the range is empty
  if (merge.first < merge.first_end) first = arrays.load(0, merge.first);
  while (merge.first < merge.first_end || merge.second < merge.second_end) {
    const bool takes_second =
        merge.first == merge.first_end || (merge.second < merge.second_end && arrays.less(second, first));
    std::uint64_t next = takes_second ? merge.second : merge.first;
    const std::uint64_t end = takes_second ? merge.second_end : merge.first_end;
    const unsigned loaded = static_cast<unsigned>(min(std::uint64_t{half}, end - next));
    warp_load(arrays, next, loaded, buffer, half - loaded);
    next += loaded;
    const Word head = next < end ? arrays.load(0, next) : Word{0};  // prefetches the next element during the merge
    bitonic_merge(buffer, size, half - loaded, half + kept, arrays.less);
    warp_store(arrays, merge.place, loaded, buffer, half - loaded);
    merge.place += loaded;
    (takes_second ? merge.second : merge.first) = next;
    (takes_second ? second : first) = head;
  }
  warp_store(arrays, merge.place, kept, buffer, half);
}

}  // namespace
}  // namespace texelsort::algorithms::kernels
