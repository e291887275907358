#pragma once

#include "compute/algorithms/cuda/kernels/team.cuh"
#include "compute/algorithms/merge/cuda/selection.cuh"
#include "compute/algorithms/merge/cuda/source.cuh"
#include "compute/cuda/kernel.h"

/// Multiway selection in four sequences by one warp, like a search along a diagonal in two sequences. In each round,
/// the lanes sample eight elements of each sequence.
namespace texelsort::algorithms::merge::device {
namespace {

inline constexpr unsigned four = 4, sequence_lanes = kernels::warp_lanes / four;

/// Lower and upper bound of the number of selected elements in the lane's sequence.
struct SelectedRange {
  std::uint64_t low, high;
  __device__ std::uint64_t length() const { return high - low; }
  /// Returns the index of sample i. Samples are evenly spaced, or consist of all elements of a short range.
  __device__ std::uint64_t sample(unsigned i) const { return low + ((2 * i + 1) * length()) / (2 * sequence_lanes); }
};

template <typename Typed>
struct FourDiagonal {
  using Word = typename Typed::Word;
  const Typed& arrays;
  std::uint64_t group, start, target;  ///< start: of the lane's sequence; target: elements of the group before the part
  SelectedRange range;
  Source<Typed> from;

  static __device__ unsigned lane() { return threadIdx.x % kernels::warp_lanes; }
  static __device__ unsigned own() { return lane() / sequence_lanes; }
  static __device__ unsigned own_sample() { return lane() % sequence_lanes; }
  static __device__ unsigned first_lane(unsigned sequence) { return sequence * sequence_lanes; }

  __device__ FourDiagonal(const Typed& typed, const Parts& parts, std::uint64_t part)
      : arrays(typed), group(parts.group_of(parts.target(part))), from(typed, four * group + own()) {
    const std::uint64_t place = parts.target(part);
    target = place - parts.start(four * group);
    start = parts.start(four * group + own());
    range = {0, min(target, parts.start(four * group + own() + 1) - start)};
  }
  /// Narrows the range by the result for a target that is `distance` smaller (follow) or larger (precede).
  __device__ void follow(std::uint64_t selected, std::uint64_t distance) {
    range.low = max(range.low, selected);
    range.high = min(range.high, selected + distance);
  }
  __device__ void precede(std::uint64_t selected, std::uint64_t distance) {
    range.low = max(range.low, selected > distance ? selected - distance : 0);
    range.high = min(range.high, selected);
  }

  /// Returns the number of selected elements of the lane's sequence. Each round narrows the range to the elements
  /// between the last selected sample and the first unselected sample: about a quarter of the range.
  __device__ std::uint64_t search() {
    while (sum(range.low) != target) {
      const bool there = range.length() > 0;
      const std::uint64_t place = range.sample(own_sample());
      const Word key = there ? arrays.code.encode(from.keys[from.place(start + place)]) : Word{};
      const SelectedRange rank = rank_of(key, place);
      keep(there && rank.high < target, there && rank.low >= target);
    }
    return range.low;
  }

 private:
  static __device__ std::uint64_t sum(std::uint64_t number) {
    std::uint64_t all = 0;
#pragma unroll
    for (unsigned sequence = 0; sequence < four; ++sequence) {
      all += __shfl_sync(kernels::every_lane, number, first_lane(sequence));
    }
    return all;
  }

  /// Returns bounds of the sample's rank in all sequences together, from comparisons with all other samples.
  __device__ SelectedRange rank_of(Word key, std::uint64_t place) const {
    SelectedRange rank{0, 0};
#pragma unroll
    for (unsigned sequence = 0; sequence < four; ++sequence) {
      unsigned before = 0;  // number of the sequence's samples that precede this lane's sample
#pragma unroll
      for (unsigned i = 0; i < sequence_lanes; ++i) {
        const Word other = __shfl_sync(kernels::every_lane, key, first_lane(sequence) + i);
        before += sequence < own() ? !arrays.less(key, other) : arrays.less(other, key);
      }
      const SelectedRange others{__shfl_sync(kernels::every_lane, range.low, first_lane(sequence)),
                                 __shfl_sync(kernels::every_lane, range.high, first_lane(sequence))};
      if (sequence == own()) {
        rank.low += place;
        rank.high += place;
      } else {
        const bool none = before == 0 || others.length() == 0, all = before == sequence_lanes;
        rank.low += none ? others.low : others.sample(before - 1) + 1;
        rank.high += all || others.length() == 0 ? others.high : others.sample(before);
      }
    }
    return rank;
  }

  /// Narrows the range. Lanes pass `selected` or `left` if their sample is certainly selected or certainly not.
  __device__ void keep(bool selected, bool left) {
    constexpr unsigned lanes = (1u << sequence_lanes) - 1;
    const unsigned of_selected = __ballot_sync(kernels::every_lane, selected) >> first_lane(own()) & lanes;
    const unsigned of_left = __ballot_sync(kernels::every_lane, left) >> first_lane(own()) & lanes;
    const SelectedRange before = range;
    if (of_selected != 0) range.low = before.sample(31 - __clz(of_selected)) + 1;
    if (of_left != 0) range.high = before.sample(__ffs(of_left) - 1);
  }
};

/// Result of the search for one part, which narrows the searches for other parts.
struct FourCrossing {
  std::uint64_t group, target, selected[four];
};

/// Threads per block, and parts per block. Parts are few, because a warp searches one part after another.
inline constexpr unsigned four_threads = 128, four_parts = 8;

/// Selects in four sequences. The warps of a block first search for the block's first and last part. All other parts
/// lie between these two. Each warp then searches for its share of the other parts, one after another.
template <typename Typed>  //: launch multiway selection of four
__global__ void __launch_bounds__(four_threads) four_kernel(const Typed arrays, const SelectArguments arguments) {
  cuda::wait_for_earlier();
  TEXELSORT_SHARED(ends, FourCrossing[2]);
  constexpr unsigned warps = four_threads / kernels::warp_lanes;
  const Parts& parts = arguments.parts;
  const unsigned warp = threadIdx.x / kernels::warp_lanes;
  const std::uint64_t first = std::uint64_t{blockIdx.x} * four_parts;
  if (warp < 2) {
    FourDiagonal<Typed> diagonal(arrays, parts, min(first + warp * (four_parts - 1), parts.parts));
    const std::uint64_t selected = diagonal.search();  //: reads, compares
    if (diagonal.own_sample() == 0) ends[warp].selected[diagonal.own()] = selected;
    if (diagonal.lane() == 0) {
      ends[warp].group = diagonal.group;
      ends[warp].target = diagonal.target;
    }
  }
  __syncthreads();
  for (unsigned i = warp; i < four_parts && first + i <= parts.parts; i += warps) {
    FourDiagonal<Typed> diagonal(arrays, parts, first + i);
    const unsigned own = diagonal.own();
    if (ends[0].group == diagonal.group) diagonal.follow(ends[0].selected[own], diagonal.target - ends[0].target);
    if (ends[1].group == diagonal.group) diagonal.precede(ends[1].selected[own], ends[1].target - diagonal.target);
    const std::uint64_t selected = diagonal.search();  //: reads, compares
    if (diagonal.own_sample() == 0 && own < arguments.columns) {
      arguments.splitters[(first + i) * arguments.columns + own] = selected;
    }
  }
}

}  // namespace
}  // namespace texelsort::algorithms::merge::device
