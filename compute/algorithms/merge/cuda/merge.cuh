#pragma once

#include "compute/algorithms/cuda/kernels/team.cuh"
#include "compute/algorithms/merge/cuda/block_merger.cuh"
#include "compute/cuda/kernel.h"

/// Merge kernel for all mergers: each team of threads merges one part, group by group.
namespace texelsort::algorithms::merge::device {
namespace {

/// Threads per block if teams are single warps. Several teams then share a block.
constexpr unsigned warps_block = 128;

/// Computes Parts::group_of() by all lanes of a warp. Up to 32 groups need one memory latency.
__device__ inline std::uint64_t group_by_warp(const Parts& parts, std::uint64_t place) {
  constexpr unsigned lanes = kernels::warp_lanes;
  std::uint64_t low = 0, high = parts.groups() - 1;
  while (low < high) {
    const std::uint64_t step = (high - low + lanes - 1) / lanes, group = low + (threadIdx.x % lanes + 1) * step;
    const bool reached = group <= high && parts.start(group * parts.ways) <= place;
    low += __popc(__ballot_sync(kernels::every_lane, reached)) * step;
    high = min(high, low + step - 1);
  }
  return low;
}

/// Work of one team. The team's first warp computes it and stores it in shared memory, to save registers.
template <unsigned ways>
struct Assignment {
  Parts::Edge edges[2];  ///< edges of the team's part: its start and its end
  IndexRange ranges[ways];
  std::uint64_t place;

  __device__ std::uint64_t first_group(const Parts& parts) const { return parts.first_group(edges[0]); }
  __device__ std::uint64_t last_group(const Parts& parts) const { return parts.last_group(edges[1]); }

  __device__ void begin(const Team& team, const Parts& parts, std::uint64_t part) {
#pragma unroll
    for (unsigned side = 0; side < 2; ++side) {
      const std::uint64_t group = parts.once ? 0 : group_by_warp(parts, parts.target(part + side));
      if (team.rank == 0) edges[side] = parts.edge(part + side, group);
    }
    __syncwarp();
  }
  __device__ void take(const Team& team, const Parts& parts, std::uint64_t group) {
    if (team.rank < ways) ranges[team.rank] = parts.range(edges[0], edges[1], group, team.rank);
    if (team.rank == 0) place = parts.output(edges[0], group);
  }
};

/// Raw storage for an Assignment, because variables in shared memory must not have initialisers.
template <unsigned size>
struct alignas(16) AssignmentBytes {
  unsigned char bytes[size];
};

template <typename Merger, typename Typed>  //: launch merge
__global__ void __launch_bounds__(Merger::most_threads, Merger::resident_blocks)
    merge_kernel(const Typed arrays, const Parts parts, bool stable, unsigned width) {
  cuda::wait_for_earlier();
  unsigned char* memory = cuda::dynamic_shared<unsigned char>();
  using Assigned = Assignment<Merger::ways>;
  TEXELSORT_SHARED(assigned, AssignmentBytes<sizeof(Assigned) * (warps_block / 32)>);
  const Team team{width, threadIdx.x % width};
  const unsigned mine = threadIdx.x / width;
  const std::uint64_t part = std::uint64_t{blockIdx.x} * (blockDim.x / width) + mine;
  if (part >= parts.parts) return;  // other teams may still sync, because teams that share a block are single warps
  Assigned& own = reinterpret_cast<Assigned*>(assigned.bytes)[mine];
  Merger merger(arrays, team, stable, SharedMemory{memory + mine * Merger::shared_bytes(width)});
  const bool leads = team.warp() == 0;
  if (leads) own.begin(team, parts, part);
  for (std::uint64_t merged = 0;; ++merged) {
    if (leads) own.take(team, parts, own.first_group(parts) + merged);
    team.sync();
    if constexpr (requires { merger.group; }) merger.group = own.first_group(parts) + merged;
    merger.merge(own.ranges, own.place);  //: sorts
    team.sync();
    if (own.first_group(parts) + merged >= own.last_group(parts)) break;
  }
}

/// Merges like merge_kernel, for a single group of sequences and mergers that occupy a whole block. Each thread
/// computes the assignment for itself and waits for no other thread.
template <typename Merger, typename Typed>  //: launch merge
__global__ void __launch_bounds__(Merger::most_threads, Merger::resident_blocks)
    merge_group_kernel(const Typed arrays, const Parts parts) {
  cuda::wait_for_earlier();
  const Parts::Edge from = parts.edge(blockIdx.x, 0), to = parts.edge(blockIdx.x + 1, 0);
  IndexRange ranges[Merger::ways];
#pragma unroll
  for (unsigned way = 0; way < Merger::ways; ++way) ranges[way] = parts.range(from, to, way);
  const Team team{blockDim.x, threadIdx.x};
  Merger merger(arrays, team, false, SharedMemory{cuda::dynamic_shared<unsigned char>()});
  merger.merge(ranges, from.place);  //: sorts
}

template <typename Merger, typename Typed>
void launch_merge(const Typed& arrays, const MergeCall& call, unsigned threads, unsigned width, Stream stream) {
  const unsigned teams = threads / width;
  const std::uint64_t shared = teams * Merger::shared_bytes(width);
  if constexpr (requires(Merger merger) { merger.group; }) {
    if (!call.parts.once && call.parts.groups() == 1) {
      const cuda::Grid grid{static_cast<unsigned>(call.parts.parts), threads, shared, stream};
      return cuda::launch("merge", cuda::early(grid), merge_group_kernel<Merger, Typed>, arrays, call.parts);
    }
  }
  const auto kernel = merge_kernel<Merger, Typed>;
  cuda::launch("merge", cuda::early(cuda::Grid{cuda::blocks_for(call.parts.parts, teams), threads, shared, stream}),
               kernel, arrays, call.parts, call.network == Network::odd_even_stable, width);
}

/// Merges adjacent runs within each sequence, with one block per sequence.
template <typename Merger, typename Typed>  //: launch merging of runs
__global__ void __launch_bounds__(sort_threads)
    merge_runs_kernel(const Typed arrays, const std::uint64_t* starts, std::uint64_t run) {
  unsigned char* memory = cuda::dynamic_shared<unsigned char>();
  const Team team{blockDim.x, threadIdx.x};
  Merger merger(arrays, team, false, SharedMemory{memory});
  const IndexRange sequence{starts[blockIdx.x], starts[blockIdx.x + 1]};
  for (std::uint64_t first = sequence.first; first < sequence.last; first += Merger::ways * run) {
    IndexRange ranges[Merger::ways];
#pragma unroll
    for (unsigned way = 0; way < Merger::ways; ++way) {
      ranges[way] = {min(first + way * run, sequence.last), min(first + (way + 1) * run, sequence.last)};
    }
    merger.merge(ranges, first);  //: sorts
  }
}

/// Calls `with` with a std::type_identity of the kernel's array type, which has a payload or no payload.
template <typename Word, typename With>
std::uint64_t with_typed(bool payload, With with) {
  if (payload) return with(std::type_identity<kernels::Typed<Word, std::uint32_t, data::CodeLess>>{});
  return with(std::type_identity<kernels::Typed<Word, kernels::NoPayload, data::CodeLess>>{});
}

/// Launches of a Merger<Typed, network> whose teams are one warp or one block.
template <typename Launches, typename Word, template <typename, MergeNetwork> typename Merger>
struct BlockMergeLaunchesOf : Launches {
  static constexpr unsigned block_threads(unsigned width) { return width == 32 ? warps_block : width; }

  /// Calls `with.operator()<network>()` for the network of a call.
  template <typename With>
  static auto with_network(Network network, With with) {
    if (network == Network::bitonic) return with.template operator()<MergeNetwork::bitonic>();
    if (network == Network::ranking) return with.template operator()<MergeNetwork::ranking>();
    return with.template operator()<MergeNetwork::odd_even>();
  }

  void merge_parts(const MergeCall& call, Stream stream) const override {
    kernels::with_types<Word>(call.arrays, [&](auto arrays) {
      with_network(call.network, [&]<MergeNetwork network>() {
        launch_merge<Merger<decltype(arrays), network>>(arrays, call, block_threads(call.width), call.width, stream);
      });
    });
  }

  void merge_runs(const MergeRunsCall& call, Stream stream) const override {
    kernels::with_types<Word>(call.arrays, [&](auto arrays) {
      using Kind = Merger<decltype(arrays), MergeNetwork::bitonic>;
      cuda::launch("merging of runs",
                   {static_cast<unsigned>(call.sequences), sort_threads, Kind::shared_bytes(sort_threads), stream},
                   merge_runs_kernel<Kind, decltype(arrays)>, arrays, call.starts, call.run);
    });
  }

  std::uint64_t shared_bytes(Network network, unsigned width, bool payload) const override {
    return block_threads(width) / width * with_typed<Word>(payload, [&]<typename Typed>(std::type_identity<Typed>) {
             return with_network(network,
                                 [&]<MergeNetwork kind>() { return Merger<Typed, kind>::shared_bytes(width); });
           });
  }
};

/// Launches of a Merger<Typed> that occupies a whole block. `wide`: 8-byte payloads are also supported.
template <typename Launches, typename Word, template <typename> typename Merger, bool wide = false>
struct TileMergeLaunchesOf : Launches {
  void merge_parts(const MergeCall& call, Stream stream) const override {
    const auto merge = [&](auto arrays) {
      using Kind = Merger<decltype(arrays)>;
      const unsigned threads = Kind::threads(call.width);
      launch_merge<Kind>(arrays, call, threads, threads, stream);
    };
    if constexpr (wide) {
      if (call.wide_payload) return merge(kernels::typed<Word, std::uint64_t>(call.arrays, data::CodeLess{}));
    }
    kernels::with_types<Word>(call.arrays, merge);
  }

  std::uint64_t shared_bytes(Network, unsigned width, bool payload) const override {
    return with_typed<Word>(
        payload, [&]<typename Typed>(std::type_identity<Typed>) { return Merger<Typed>::shared_bytes(width); });
  }
};

}  // namespace
}  // namespace texelsort::algorithms::merge::device
