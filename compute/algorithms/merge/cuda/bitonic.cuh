#pragma once

#include "compute/algorithms/merge/cuda/merge.cuh"
#include "compute/cuda/kernel.h"

/// Bitonic merging of two ranges of global memory by one block (section 5.3.2). The reversed first range and the second
/// range form a bitonic sequence. Padding is unnecessary, because it would stay at the end. Steps of large distances
/// access the output in global memory; steps of small distances access tiles in shared memory.
namespace texelsort::algorithms::merge::device {
namespace {

template <typename Typed>
struct BitonicMerger {
  using Word = typename Typed::Word;
  using Payload = typename Typed::Payload;
  static constexpr unsigned ways = 2;
  static constexpr unsigned most_threads = 256;
  static constexpr unsigned resident_blocks = 2;

  static constexpr unsigned threads(unsigned width) { return width; }
  static constexpr std::uint64_t shared_bytes(unsigned width) {
    return bitonic_tile(width) * (sizeof(Word) + (has_payload<Payload> ? sizeof(Payload) : 0));
  }

  const Typed& arrays;
  unsigned tile;
  Elements<Word, Payload> at;

  __device__ BitonicMerger(const Typed& typed, const Team& team, bool, SharedMemory memory)
      : arrays(typed), tile(bitonic_tile(team.width)), at(memory.take_elements<Word, Payload>(tile)) {}

  __device__ void merge(const IndexRange (&ranges)[2], std::uint64_t place) {
    const IndexRange a = ranges[0], b = ranges[1];
    const std::uint64_t count = a.length() + b.length();
    if (count == 0) return;
    const auto source = [&](std::uint64_t i) {
      const std::uint64_t from = i < a.length() ? a.last - 1 - i : b.first + (i - a.length());
      Element<Word, Payload> element{};
      element.key = arrays.load(from);
      if constexpr (has_payload<Payload>) element.payload = arrays.payload_in[from];
      return element;
    };
    std::uint64_t size = 1;
    while (size < count) size *= 2;
    if (size <= tile) {
      for (unsigned i = threadIdx.x; i < count; i += blockDim.x) put_down(at, i, source(i));
      __syncthreads();
      return finish_tile(static_cast<unsigned>(size / 2), static_cast<unsigned>(count), place);
    }
    const Output<Typed> output{arrays, 0};
    for (std::uint64_t i = threadIdx.x; i < size / 2; i += blockDim.x) {
      auto low = source(i);
      if (i + size / 2 < count) {
        auto high = source(i + size / 2);
        if (arrays.less(high.key, low.key)) exchange(low, high);
        output(place + i + size / 2, high);
      }
      output(place + i, low);
    }
    __syncthreads();
    merge_in_place(size / 4, count, place);
  }

  /// Executes the network's steps from `distance` down to 1: first in the output in global memory, then on tiles.
  __device__ void merge_in_place(std::uint64_t distance, std::uint64_t count, std::uint64_t place) {
    for (; distance >= tile; distance /= 2) {
      for (std::uint64_t i = threadIdx.x;; i += blockDim.x) {
        const std::uint64_t low = 2 * i - (i & (distance - 1));
        if (low >= count) break;
        if (low + distance < count) compare_in_place(place + low, place + low + distance);
      }
      __syncthreads();
    }
    for (std::uint64_t first = 0; first < count; first += tile) {
      const unsigned filled = count - first < tile ? static_cast<unsigned>(count - first) : tile;
      for (unsigned i = threadIdx.x; i < filled; i += blockDim.x) put_down(at, i, output_element(place + first + i));
      __syncthreads();
      finish_tile(static_cast<unsigned>(distance), filled, place + first);
    }
  }
  __device__ void compare_in_place(std::uint64_t low, std::uint64_t high) {
    auto one = output_element(low), other = output_element(high);
    if (!arrays.less(other.key, one.key)) return;
    const Output<Typed> output{arrays, 0};
    output(low, other);
    output(high, one);
  }
  __device__ Element<Word, Payload> output_element(std::uint64_t i) const {
    Element<Word, Payload> element{};
    element.key = arrays.code.encode(arrays.keys_out[i]);
    if constexpr (has_payload<Payload>) element.payload = arrays.payload_out[i];
    return element;
  }

 private:
  __device__ static void exchange(Element<Word, Payload>& one, Element<Word, Payload>& other) {
    const auto larger = one;
    one = other;
    other = larger;
  }
  /// Executes the network's steps from `distance` down to 1 on the tile in shared memory, then writes the tile.
  __device__ void finish_tile(unsigned distance, unsigned count, std::uint64_t place) {
    for (; distance > 0; distance /= 2) {
      for (unsigned i = threadIdx.x;; i += blockDim.x) {
        const unsigned low = 2 * i - (i & (distance - 1));
        if (low >= count) break;
        if (low + distance < count) compare_exchange(at, low, low + distance, arrays.less);
      }
      __syncthreads();
    }
    const Output<Typed> output{arrays, place};
    for (unsigned i = threadIdx.x; i < count; i += blockDim.x) output(i, pick_up(at, i));
    __syncthreads();
  }
};

template <typename Word>
struct BitonicKernels final : TileMergeLaunchesOf<BitonicLaunches, Word, BitonicMerger> {};

}  // namespace
}  // namespace texelsort::algorithms::merge::device
