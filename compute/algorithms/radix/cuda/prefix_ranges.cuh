#pragma once

#include "compute/algorithms/cuda/kernels/partition_point.cuh"
#include "compute/algorithms/cuda/kernels/sorted_block.cuh"
#include "compute/algorithms/radix/cuda/dispatch.cuh"
#include "compute/cuda/kernel.h"

/// Ranges of keys with equal prefixes, and the merge of a range that is too large for one block.
namespace texelsort::algorithms::radix {
namespace {

/// Range of keys that is too large for one block, and is therefore merged later by a MergedRange.
struct KeyRange {
  std::uint64_t first, size;
};

/// Keys that are sorted by their prefix (the bits from `below` on), and the destination of the fully sorted keys.
template <typename WordType, typename PayloadType>
struct PrefixRanges {
  using Word = WordType;
  using Payload = PayloadType;

  const MoveArguments<Word, Payload>& move;
  bool turned;  ///< true if the keys to sort are in the output array of `move`
  bool back;    ///< true if the result belongs in the input array of `move`
  unsigned below;

  __device__ const Word* in() const { return move.source(turned); }
  __device__ Word* out() const { return move.target(back); }
  __device__ const Payload* payload_in() const { return move.payload_source(turned); }
  __device__ Payload* payload_out() const { return move.payload_target(back); }

  __device__ Word code_at(std::uint64_t i) const { return move.code.encode(in()[i]); }
  __device__ Word prefix_at(std::uint64_t i) const { return code_at(i) >> below; }

  /// Returns the first index from `at` on whose key has another prefix than the key before `at`. The lanes of a warp
  /// search together, first at indices `step` apart.
  __device__ std::uint64_t end_of_range(std::uint64_t at, std::uint64_t step) const {
    if (at == 0 || at >= move.n) return min(at, move.n);
    const unsigned lane = threadIdx.x % kernels::warp_lanes;
    const Word prefix = prefix_at(at - 1);
    std::uint64_t low = at;  // all keys from at - 1 to low - 1 have the same prefix
    for (bool bounded = false;;) {
      const std::uint64_t i = low + lane * step;
      const unsigned found = __ballot_sync(kernels::every_lane, i >= move.n || prefix_at(i) != prefix);
      const unsigned first = static_cast<unsigned>(__ffs(found)) - 1;
      if (found != 0 && (first == 0 || step == 1)) return low + first;
      low += (found == 0 ? kernels::warp_lanes - 1 : first - 1) * step + 1;
      bounded |= found != 0;
      step = bounded ? (step + kernels::warp_lanes - 1) / kernels::warp_lanes : step * kernels::warp_lanes;
    }
  }

  /// Returns the number of keys in the longest series of whole ranges that starts at `first` and has at most `most`
  /// keys. If the first range is longer, returns the length of this range.
  __device__ std::uint64_t whole_ranges(std::uint64_t first, std::uint64_t last, unsigned most) const {
    if (last - first <= most) return last - first;
    const Word prefix = prefix_at(first + most);
    const auto begin =
        kernels::partition_point(first, first + most, [&](std::uint64_t i) { return prefix_at(i) >= prefix; });
    if (begin > first) return begin - first;
    return kernels::partition_point(first + most, last, [&](std::uint64_t i) { return prefix_at(i) > prefix; }) - first;
  }
};

/// Block that sorts a range of any size: copies the range to its destination and merges it there.
template <typename Word, typename Payload, unsigned Threads, unsigned Items>
struct MergedRange {
  static constexpr unsigned threads = Threads;
  static constexpr bool carries = is_word<Payload>;
  using Block = kernels::SortedBlock<Word, data::CodeLess, carries, Threads, Items>;
  using Shared = typename Block::Sorter::Shared;

  static __device__ void sort(const PrefixRanges<Word, Payload>& arrays, std::uint64_t first, std::uint64_t size) {
    for (std::uint64_t j = threadIdx.x; j < size; j += Threads) {
      arrays.out()[first + j] = arrays.in()[first + j];  //: copies
      if constexpr (carries) arrays.payload_out()[first + j] = arrays.payload_in()[first + j];
    }
    // Up to the first barrier, each thread reads only elements that it has copied itself.
    kernels::FieldArrays fields;
    if constexpr (carries) {
      fields = {.in = reinterpret_cast<const unsigned*>(arrays.payload_in()),
                .out = reinterpret_cast<unsigned*>(arrays.payload_out()),
                .count = sizeof(Payload) / sizeof(unsigned),
                .rows = sizeof(Payload) > sizeof(unsigned)};
    }
    Block::sort_in_place(arrays.move.code, data::CodeLess{}, arrays.out(), fields, arrays.move.n, first, size);
  }
};

}  // namespace
}  // namespace texelsort::algorithms::radix
