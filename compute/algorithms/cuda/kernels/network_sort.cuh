#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/typed.cuh"
#include "compute/cuda/kernel.h"

/// Sorting networks in a block's shared memory, for any number of elements. Every comparator puts the smaller element
/// at the lower position. Padding at the end, which would be largest, can thus be omitted. No key value is reserved,
/// and only less() defines the order. Not stable.
namespace texelsort::algorithms::kernels {
namespace {

/// Choice of the sorting network. Batcher's odd-even merge sort (Sorting networks and their applications, 1968) has
/// fewer comparators, but idle threads in each step. The bitonic sort has one comparator per two elements.
enum class SortNetwork : std::uint8_t { odd_even, bitonic };

/// Encoded keys and payload in shared memory. `payload` is not accessed if its type is NoPayload.
template <typename WordType, typename PayloadType>
struct Elements {
  using Word = WordType;
  using Payload = PayloadType;
  Word* keys;
  Payload* payload;
};

/// Executes a comparator: exchanges two elements in shared memory if they are out of order.
template <typename Word, typename Payload, typename Less>
__device__ void compare_exchange(Elements<Word, Payload> at, unsigned low, unsigned high, Less less) {
  const Word one = at.keys[low], other = at.keys[high];
  if (!less(other, one)) return;
  at.keys[low] = other;
  at.keys[high] = one;
  if constexpr (has_payload<Payload>) {
    const Payload carried = at.payload[low];
    at.payload[low] = at.payload[high];
    at.payload[high] = carried;
  }
}

/// Positions of one comparator of a network step. If both are equal, the comparator has nothing to do.
struct NetworkPair {
  unsigned low, high;
};

/// Returns a comparator of the bitonic network. The first step of a merge compares one half with the reversed other
/// half, so that all comparators have the same direction.
__device__ inline NetworkPair bitonic_pair(unsigned i, unsigned size, unsigned stride) {
  const unsigned inside = i & (stride - 1), low = 2 * i - inside;
  return {low, 2 * stride == size ? low - inside + size - 1 - inside : low + stride};
}

/// Returns an odd-even comparator. After a merge's first step, odd multiples of the stride meet the next even ones.
__device__ inline NetworkPair odd_even_pair(unsigned i, unsigned size, unsigned stride) {
  const unsigned low = 2 * i - (i & (stride - 1));
  if (2 * stride == size) return {low, low + stride};
  return (i & (size / 2 - 1)) < stride ? NetworkPair{low, low} : NetworkPair{low - stride, low};
}

/// Sorts the first `count` elements of shared memory. All threads of the block call it; their number is a multiple of
/// 32. Needs a barrier between the last write and the call. Ends with a barrier.
///
/// The comparators of 32 adjacent pairs belong to one warp. In merges of up to 64 positions, warps access only their
/// own positions, so that no barrier is needed between steps.
template <SortNetwork network, typename Word, typename Payload, typename Less>
__device__ void network_sort(Elements<Word, Payload> at, unsigned count, Less less) {
  constexpr unsigned warp_places = 64;
  unsigned half = 1;
  while (2 * half < count) half *= 2;
  for (unsigned size = 2; size < 2 * count; size *= 2) {
    for (unsigned stride = size / 2; stride > 0; stride /= 2) {
      for (unsigned i = threadIdx.x; i < half; i += blockDim.x) {
        const NetworkPair pair =
            network == SortNetwork::bitonic ? bitonic_pair(i, size, stride) : odd_even_pair(i, size, stride);
        if (pair.low < pair.high && pair.high < count) compare_exchange(at, pair.low, pair.high, less);
      }
      // Finds whether the next step needs a barrier, because it may read elements that other threads have written.
      const unsigned next_size = stride > 1 ? size : 2 * size;
      const bool stays = network == SortNetwork::bitonic
                             ? max(2 * stride, next_size == size ? stride : next_size) <= warp_places
                             : next_size <= warp_places;
      if (stays) {
        __syncwarp();
      } else {
        __syncthreads();
      }
    }
  }
  __syncthreads();
}

/// Sorts by a network that the caller chooses at run time.
template <typename Word, typename Payload, typename Less>
__device__ void network_sort(SortNetwork network, Elements<Word, Payload> at, unsigned count, Less less) {
  if (network == SortNetwork::bitonic) {
    network_sort<SortNetwork::bitonic>(at, count, less);
  } else {
    network_sort<SortNetwork::odd_even>(at, count, less);
  }
}

}  // namespace
}  // namespace texelsort::algorithms::kernels
