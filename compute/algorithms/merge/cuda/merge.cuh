#pragma once

#include <string>

#include "compute/algorithms/merge/cuda/bitonic.cuh"
#include "compute/algorithms/merge/cuda/four_way.cuh"
#include "compute/algorithms/merge/cuda/path.cuh"
#include "compute/algorithms/merge/cuda/two_way.cuh"
#include "compute/cuda/error.h"
#include "compute/cuda/launch.h"

/// One kernel for every way of merging: each team does one part, group by group.
namespace texelsort::algorithms::merge::device {

/// Warps share a block of this size.
constexpr unsigned warps_block = 128;

/// What a team has to do, in shared memory: its first thread finds it out, and no thread keeps it in registers.
template <unsigned ways>
struct Assignment {
  Parts::Edge from, to;
  std::uint64_t last_group;
  Stretch stretches[ways];
  std::uint64_t place;

  __device__ void begin(const Parts& parts, std::uint64_t part) {
    from = parts.edge(part);
    to = parts.edge(part + 1);
    last_group = parts.last_group(to);
  }
  __device__ void take(const Parts& parts, std::uint64_t group) {
#pragma unroll
    for (unsigned way = 0; way < ways; ++way) stretches[way] = parts.stretch(from, to, group, way);
    place = parts.output(from, group);
  }
};

template <typename Merger, typename Typed>
__global__ void __launch_bounds__(256, Merger::resident_blocks)
    merge_kernel(const Typed arrays, const Parts parts, bool stable, unsigned width) {
  extern __shared__ __align__(16) unsigned char memory[];
  using Assigned = Assignment<Merger::ways>;
  __shared__ __align__(16) unsigned char assigned[sizeof(Assigned) * (warps_block / 32)];
  const Team team{width, threadIdx.x % width};
  const unsigned mine = threadIdx.x / width;
  const std::uint64_t part = std::uint64_t{blockIdx.x} * (blockDim.x / width) + mine;
  if (part >= parts.parts) return;  // teams that share a block are warps
  Assigned& own = reinterpret_cast<Assigned*>(assigned)[mine];
  Merger merger(arrays, team, stable, SharedMemory{memory + mine * Merger::shared_bytes(width)});
  if (team.rank == 0) own.begin(parts, part);
  team.sync();
  for (std::uint64_t group = parts.first_group(own.from); group <= own.last_group; ++group) {
    if (team.rank == 0) own.take(parts, group);
    team.sync();
    merger.merge(own.stretches, own.place);
    team.sync();
  }
}

template <typename Merger, typename Typed>
void launch_merge(const Typed& arrays, const MergeCall& call, unsigned threads, unsigned width, Stream stream) {
  const auto kernel = merge_kernel<Merger, Typed>;
  const unsigned teams = threads / width;
  const std::uint64_t shared = teams * Merger::shared_bytes(width);
  cuda::allow_shared(kernel, shared);
  const std::uint64_t blocks = (call.parts.parts + teams - 1) / teams;
  kernel<<<static_cast<unsigned>(blocks), threads, shared, stream>>>(arrays, call.parts,
                                                                     call.network == Network::odd_even_stable, width);
  cuda::check_launch("merge");
}

/// Each block merges neighbouring runs of a sequence of its own.
template <typename Merger, typename Typed>
__global__ void __launch_bounds__(sort_threads)
    merge_runs_kernel(const Typed arrays, const std::uint64_t* starts, std::uint64_t run) {
  extern __shared__ __align__(16) unsigned char memory[];
  const Team team{blockDim.x, threadIdx.x};
  Merger merger(arrays, team, false, SharedMemory{memory});
  const Stretch sequence{starts[blockIdx.x], starts[blockIdx.x + 1]};
  for (std::uint64_t first = sequence.first; first < sequence.last; first += Merger::ways * run) {
    Stretch stretches[Merger::ways];
#pragma unroll
    for (unsigned way = 0; way < Merger::ways; ++way) {
      stretches[way] = {min(first + way * run, sequence.last), min(first + (way + 1) * run, sequence.last)};
    }
    merger.merge(stretches, first);
  }
}

template <typename Word, template <typename, MergeNetwork> typename Merger>
void merge_own_runs(const MergeRunsCall& call, Stream stream) {
  kernels::with_types<Word>(call.arrays, [&](auto arrays) {
    using Kind = Merger<decltype(arrays), MergeNetwork::bitonic>;
    merge_runs_kernel<Kind>
        <<<static_cast<unsigned>(call.sequences), sort_threads, Kind::shared_bytes(sort_threads), stream>>>(
            arrays, call.starts, call.run);
    cuda::check_launch("merging of runs");
  });
}

/// `Merger<Typed, network>` for the call's network.
template <typename Word, template <typename, MergeNetwork> typename Merger>
void merge_blocks(const MergeCall& call, Stream stream) {
  const unsigned threads = call.width == 32 ? warps_block : call.width;
  kernels::with_types<Word>(call.arrays, [&](auto arrays) {
    using Typed = decltype(arrays);
    if (call.network == Network::bitonic) {
      return launch_merge<Merger<Typed, MergeNetwork::bitonic>>(arrays, call, threads, call.width, stream);
    }
    if (call.network == Network::ranking) {
      return launch_merge<Merger<Typed, MergeNetwork::ranking>>(arrays, call, threads, call.width, stream);
    }
    launch_merge<Merger<Typed, MergeNetwork::odd_even>>(arrays, call, threads, call.width, stream);
  });
}

/// `Merger<Typed>`, of which there is one a block.
template <typename Word, template <typename> typename Merger>
void merge_tiles(const MergeCall& call, unsigned threads, Stream stream) {
  kernels::with_types<Word>(call.arrays, [&](auto arrays) {
    launch_merge<Merger<decltype(arrays)>>(arrays, call, threads, threads, stream);
  });
}

// Each in a file of its own for each width of keys.
void two_way_32(const MergeCall& call, Stream stream);
void two_way_64(const MergeCall& call, Stream stream);
void four_way_32(const MergeCall& call, Stream stream);
void four_way_64(const MergeCall& call, Stream stream);
void bitonic_or_path_32(const MergeCall& call, Stream stream);
void bitonic_or_path_64(const MergeCall& call, Stream stream);
void two_way_runs_32(const MergeRunsCall& call, Stream stream);
void two_way_runs_64(const MergeRunsCall& call, Stream stream);
void four_way_runs_32(const MergeRunsCall& call, Stream stream);
void four_way_runs_64(const MergeRunsCall& call, Stream stream);

}  // namespace texelsort::algorithms::merge::device
