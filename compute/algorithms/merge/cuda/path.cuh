#pragma once
// Kernels: merge::device::PathLaunches, words

#include "compute/algorithms/cuda/kernels/merge_path.cuh"
#include "compute/algorithms/merge/cuda/merge.cuh"
#include "compute/cuda/kernel.h"

/// Merge path (Green, McColl, Bader, GPU Merge Path, 2012): a block merges a tile of the output, each of its threads a
/// stretch of it that starts where a diagonal crosses the path. Stable.
namespace texelsort::algorithms::merge::device {
namespace {

template <typename Typed>
struct PathMerger {
  using Word = typename Typed::Word;
  using Payload = typename Typed::Payload;
  static constexpr unsigned ways = 2;
  static constexpr unsigned resident_blocks = 4;  // of registers; a block waits for memory most of its time
  static constexpr PathShape shape = path_shape(sizeof(Word), has_payload<Payload>);

  static constexpr unsigned threads(unsigned) { return shape.threads; }
  static constexpr std::uint64_t shared_bytes(unsigned) {
    return (shape.tile() * sizeof(Word) + 7) / 8 * 8 +
           (has_payload<Payload> ? (shape.tile() * sizeof(Payload) + 7) / 8 * 8 : 0);
  }

  const Typed& arrays;
  Elements<Word, Payload> at;

  __device__ PathMerger(const Typed& typed, const Team&, bool, SharedMemory memory)
      : arrays(typed), at(memory.take_elements<Word, Payload>(shape.tile())) {}

  __device__ void merge(const Stretch (&stretches)[2], std::uint64_t place) {
    const auto of_a = static_cast<unsigned>(stretches[0].length());
    const unsigned count = of_a + static_cast<unsigned>(stretches[1].length());
    if (count == shape.tile()) {
      merge_tile<true>(stretches, of_a, count, place);
    } else {
      merge_tile<false>(stretches, of_a, count, place);
    }
  }

 private:
  template <bool full>
  __device__ void merge_tile(const Stretch (&stretches)[2], unsigned of_a, unsigned count, std::uint64_t place) {
    constexpr unsigned items = shape.items;
    const std::uint64_t a = stretches[0].first, b = stretches[1].first - of_a;
#pragma unroll
    for (unsigned item = 0; item < items; ++item) {
      const unsigned i = item * shape.threads + threadIdx.x;
      if (!full && i >= count) continue;
      const std::uint64_t from = (i < of_a ? a : b) + i;
      at.keys[i] = arrays.load(from);
      if constexpr (has_payload<Payload>) at.payload[i] = arrays.payload_in[from];
    }
    __syncthreads();
    const unsigned diagonal = full || threadIdx.x * items < count ? threadIdx.x * items : count;
    const auto precedes = [&](unsigned j, unsigned i) { return arrays.less(at.keys[of_a + j], at.keys[i]); };
    unsigned next_a = kernels::path_crossing(diagonal, of_a, count - of_a, precedes);
    unsigned next_b = of_a + diagonal - next_a;
    Element<Word, Payload> merged[items];
    Word head_a = next_a < of_a ? at.keys[next_a] : Word{}, head_b = next_b < count ? at.keys[next_b] : Word{};
#pragma unroll
    for (unsigned item = 0; item < items; ++item) {
      if (!full && diagonal + item >= count) continue;
      const bool take_a = next_a < of_a && (next_b >= count || !arrays.less(head_b, head_a));
      const unsigned taken = take_a ? next_a++ : next_b++;
      merged[item].key = take_a ? head_a : head_b;
      if constexpr (has_payload<Payload>) merged[item].payload = at.payload[taken];
      // One read for both; what lies behind an end is not compared.
      const unsigned behind = taken + 1;
      const Word head = behind < count ? at.keys[behind] : Word{};
      if (take_a) {
        head_a = head;
      } else {
        head_b = head;
      }
    }
    __syncthreads();
#pragma unroll
    for (unsigned item = 0; item < items; ++item) {
      if (full || diagonal + item < count) put_down(at, diagonal + item, merged[item]);
    }
    __syncthreads();
    const Output<Typed> output{arrays, place};
#pragma unroll
    for (unsigned item = 0; item < items; ++item) {
      const unsigned i = item * shape.threads + threadIdx.x;
      if (full || i < count) output(i, pick_up(at, i));
    }
    __syncthreads();
  }
};

template <typename Word>
struct PathKernels final : TileMergeLaunchesOf<PathLaunches, Word, PathMerger> {};

}  // namespace
}  // namespace texelsort::algorithms::merge::device
