#pragma once

#include "compute/algorithms/cuda/kernels/expected_crossing.cuh"
#include "compute/algorithms/cuda/kernels/merge_path.cuh"
#include "compute/algorithms/merge/cuda/four_diagonals.cuh"
#include "compute/algorithms/merge/cuda/selection.cuh"
#include "compute/algorithms/merge/cuda/source.cuh"
#include "compute/cuda/kernel.h"

/// Kernels of multiway selection.
namespace texelsort::algorithms::merge::device {
namespace {

template <bool pivots, typename Typed>  //: launch multiway selection
__global__ void __launch_bounds__(256) select_kernel(const Typed arrays, const SelectArguments arguments) {
  unsigned char* memory = cuda::dynamic_shared<unsigned char>();
  auto& shared = *reinterpret_cast<TeamShared<typename Typed::Word>*>(memory);
  std::uint64_t* state = arguments.scratch == nullptr
                             ? reinterpret_cast<std::uint64_t*>(memory + sizeof(shared))
                             : arguments.scratch + std::uint64_t{4} * arguments.columns * blockIdx.x;
  Selecting<Typed> selecting{arrays, arguments, shared, {blockDim.x, threadIdx.x}, state, arguments.columns};
  for (std::uint64_t part = blockIdx.x; part <= arguments.parts.parts; part += gridDim.x) {
    selecting.stand_at(part);
    if constexpr (pivots) {
      selecting.select_by_pivots(part);  //: reads, compares
    } else {
      selecting.select_by_samples();  //: reads, compares
    }
    selecting.write(part);
    selecting.team.sync();
  }
}

/// Diagonal of one part in the merge of its group's two sequences.
template <typename Typed>
struct Diagonal {
  const Typed& arrays;
  std::uint64_t group, a, b, end, target;
  Source<Typed> from_a, from_b;

  __device__ Diagonal(const Typed& typed, const Parts& parts, std::uint64_t part)
      : arrays(typed),
        group(parts.group_of(parts.target(part))),
        from_a(typed, 2 * group),
        from_b(typed, 2 * group + 1) {
    a = parts.start(2 * group);
    b = parts.start(2 * group + 1);
    end = parts.start(2 * group + 2);
    target = parts.target(part) - a;
  }
  __device__ auto load(const Source<Typed>& from, std::uint64_t place) const {
    return arrays.code.encode(from.keys[from.place(place)]);
  }
  __device__ kernels::PathRange<std::uint64_t> range() const { return {target, b - a, end - b}; }
  __device__ bool operator()(std::uint64_t j, std::uint64_t i) const {
    return arrays.less(load(from_b, b + j), load(from_a, a + i));
  }
  /// Returns the number of elements of the group's first sequence before the part. `lanes` threads search together.
  template <unsigned lanes>
  __device__ std::uint64_t cross(const kernels::PathRange<std::uint64_t>& range) const {
    if constexpr (lanes == 1) return kernels::path_crossing(range, target, *this);
    return kernels::path_crossing_by<lanes>(range, target, *this);
  }
};

/// Crossing of a diagonal with the merge path: `of_a` of the first `target` elements are from the first sequence.
struct Crossing {
  std::uint64_t group, target, of_a;

  /// Returns the crossing expected at `place`, by linear interpolation to a later crossing of the same group.
  __device__ std::uint64_t line_to(const Crossing& later, std::uint64_t place) const {
    if (later.target == target) return of_a;
    const double slope = static_cast<double>(later.of_a - of_a) / static_cast<double>(later.target - target);
    return of_a + static_cast<std::uint64_t>(slope * static_cast<double>(place - target));
  }
};

inline constexpr unsigned diagonal_threads = 128;
/// Half width of the range that a search tries first. For random keys, the path deviates from the line between the
/// block's first and last crossing by at most about 220 places (standard deviation). The limit is over four times that.
inline constexpr std::uint64_t expected_reach = 1024;
/// Calls with<lanes>(), where `lanes` threads search each of `rows` diagonals. Few searches are limited by latency and
/// get 32 threads each. Many searches are limited by bandwidth and get one thread each. Tuned on an H200 and H100.
template <typename With>
void with_lanes(std::uint64_t rows, const With& with) {
  constexpr std::uint64_t few = 2048;
  if (rows <= few) return with.template operator()<32>();
  with.template operator()<1>();
}

/// Selects in two sequences; `lanes` threads search each part's diagonal. With many parts, a block first searches its
/// first and last diagonal. The other searches are then short: they start at the index expected for evenly mixed keys.
/// Each round of a search costs one memory latency.
template <unsigned lanes, typename Typed>  //: launch multiway selection along diagonals
__global__ void __launch_bounds__(diagonal_threads)
    diagonal_kernel(const Typed arrays, const SelectArguments arguments) {
  cuda::wait_for_earlier();
  constexpr unsigned block_parts = diagonal_threads / lanes, warp = 32;
  constexpr bool narrow = lanes < warp;
  TEXELSORT_SHARED(ends, Crossing[2]);  // crossings of the first and last part of the block
  const Parts& parts = arguments.parts;
  const std::uint64_t first = std::uint64_t{blockIdx.x} * block_parts;
  if (narrow && threadIdx.x < 2 * warp) {
    const unsigned which = threadIdx.x / warp;
    const Diagonal<Typed> diagonal(arrays, parts, min(first + which * (block_parts - 1), parts.parts));
    const std::uint64_t of_a = diagonal.template cross<warp>(diagonal.range());
    if (threadIdx.x % warp == 0) ends[which] = {diagonal.group, diagonal.target, of_a};
  }
  if (narrow) __syncthreads();
  const std::uint64_t part = first + threadIdx.x / lanes;
  if (part > parts.parts) return;
  const Diagonal<Typed> diagonal(arrays, parts, part);
  kernels::PathRange<std::uint64_t> range = diagonal.range();
  if (narrow && ends[0].group == diagonal.group) range.follow(ends[0].of_a, diagonal.target - ends[0].target);
  if (narrow && ends[1].group == diagonal.group) range.precede(ends[1].of_a, ends[1].target - diagonal.target);
  if (narrow && ends[0].group == ends[1].group) {
    const std::uint64_t expected = ends[0].line_to(ends[1], diagonal.target);
    kernels::expect_crossing(range, expected, expected_reach, diagonal.target, diagonal);
  }
  const std::uint64_t of_a = diagonal.template cross<lanes>(range);  //: reads, compares
  if (threadIdx.x % lanes != 0) return;
  arguments.splitters[2 * part] = of_a;
  arguments.splitters[2 * part + 1] = diagonal.target - of_a;
}

template <unsigned lanes, typename Word>
void search_diagonals(const SelectCall& call, const SelectArguments& arguments, Stream stream) {
  constexpr unsigned block_parts = diagonal_threads / lanes;
  kernels::with_types<Word>(call.arrays, [&](auto arrays) {
    const auto blocks = cuda::blocks_for(call.parts.parts + 1, block_parts);
    cuda::launch("multiway selection along diagonals", cuda::early(cuda::Grid{blocks, diagonal_threads, 0, stream}),
                 diagonal_kernel<lanes, decltype(arrays)>, arrays, arguments);
  });
}

template <typename Word>
void search_four(const SelectCall& call, const SelectArguments& arguments, Stream stream) {
  kernels::with_types<Word>(call.arrays, [&](auto arrays) {
    const auto blocks = cuda::blocks_for(call.parts.parts + 1, four_parts);
    cuda::launch("multiway selection of four", cuda::early(cuda::Grid{blocks, four_threads, 0, stream}),
                 four_kernel<decltype(arrays)>, arrays, arguments);
  });
}

template <typename Word>
struct SelectKernels final : SelectLaunches {
  void select_splitters(const SelectCall& call, Stream stream) const override {
    SelectArguments arguments{call.parts,
                              call.columns,
                              call.splitters,
                              call.sums,
                              nullptr,
                              call.seed,
                              call.selection == Selection::even_quick};
    const std::uint64_t rows = call.parts.parts + 1;
    if (call.selection == Selection::diagonal) {
      if (call.parts.ways == four) return search_four<Word>(call, arguments, stream);
      return with_lanes(rows, [&]<unsigned lanes>() { search_diagonals<lanes, Word>(call, arguments, stream); });
    }
    // With up to 32 sequences, one warp suffices. It compares the threads' samples without barriers.
    const unsigned threads = call.columns <= 32 ? 32 : 32 * most_team_warps;
    std::uint64_t shared = sizeof(TeamShared<Word>), blocks = rows;
    if (call.columns > select_shared_sequences) {
      arguments.scratch = static_cast<std::uint64_t*>(call.scratch);
      blocks = rows < select_blocks_with_scratch ? rows : select_blocks_with_scratch;
    } else {
      shared += call.columns * select_state_bytes;
    }
    kernels::with_types<Word>(call.arrays, [&](auto arrays) {
      using Typed = decltype(arrays);
      const auto kernel =
          call.selection == Selection::osipov ? select_kernel<false, Typed> : select_kernel<true, Typed>;
      cuda::launch("multiway selection", {static_cast<unsigned>(blocks), threads, shared, stream}, kernel, arrays,
                   arguments);
    });
  }
};

}  // namespace
}  // namespace texelsort::algorithms::merge::device
