#pragma once

#include "compute/algorithms/merge/cuda/merge.cuh"
#include "compute/cuda/kernel.h"

/// Block-wise merging of two sequences (Algorithm 4).
namespace texelsort::algorithms::merge::device {
namespace {

template <typename Typed, MergeNetwork network>
struct TwoWayMerger {
  using Buffer = BlockMerger<Typed, network, true>;
  static constexpr unsigned ways = 2;
  static constexpr unsigned most_threads = 256;
  static constexpr unsigned resident_blocks = 4;  // several hide latency; with 256 threads per block

  static constexpr std::uint64_t shared_bytes(unsigned width) {
    return buffer_bytes<Buffer>(width) + sizeof(std::uint64_t);
  }

  const Typed& arrays;
  const Team& team;
  Buffer buffer;
  volatile unsigned* next;  ///< flag in shared memory: 1 if B's block is next, otherwise 0

  __device__ TwoWayMerger(const Typed& typed, const Team& whose, bool stable, SharedMemory memory)
      : arrays(typed), team(whose), buffer(whose, typed, stable, memory), next(memory.take<unsigned>(1)) {}

  /// Merges both ranges. The team must synchronise before the call, and is synchronised afterwards.
  __device__ void merge(const IndexRange (&ranges)[2], std::uint64_t place) {
    if (ranges[0].length() == 0) return copy_range(arrays, team, ranges[1], place);
    if (ranges[1].length() == 0) return copy_range(arrays, team, ranges[0], place);
    Feed<Typed> a(arrays, team, ranges[0]), b(arrays, team, ranges[1]);
    const auto take = [&](unsigned origin) { return origin == 0 ? a.take() : b.take(); };
    unsigned of_warp = 0;
    const auto decide = [&] {
      if (team.is_warp()) {
        of_warp = __shfl_sync(kernels::every_lane, unsigned{b_is_next(a, b)}, 0);
      } else if (team.rank == 0) {
        *next = b_is_next(a, b);
      }
    };
    const auto decided = [&] { return team.is_warp() ? of_warp : *next; };
    decide();
    team.sync();
    unsigned origin = decided(), count = origin == 0 ? a.block() : b.block();
    buffer.start(take(origin), count, origin);
    team.sync();
    decide();
    team.sync();
    while (!a.empty() || !b.empty()) {
      origin = decided();
      count = origin == 0 ? a.block() : b.block();
      buffer.place(take(origin), count, origin);
      team.sync();
      const Output<Typed> output{arrays, place};
      buffer.merge(count, origin, output);
      decide();
      team.sync();
      place += buffer.flush(count, output);
    }
    buffer.finish(Output<Typed>{arrays, place});
    team.sync();
  }
};

template <typename Word>
struct TwoWayKernels final : BlockMergeLaunchesOf<TwoWayLaunches, Word, TwoWayMerger> {};

}  // namespace
}  // namespace texelsort::algorithms::merge::device
