#pragma once

#include "compute/algorithms/cuda/kernels/merge_path.cuh"
#include "compute/algorithms/merge/cuda/selection.cuh"
#include "compute/cuda/error.h"

/// The kernels of multiway selection.
namespace texelsort::algorithms::merge::device {

template <bool pivots, typename Typed>
__global__ void __launch_bounds__(256) select_kernel(const Typed arrays, const SelectArguments arguments) {
  extern __shared__ __align__(16) unsigned char memory[];
  auto& shared = *reinterpret_cast<TeamShared<typename Typed::Word>*>(memory);
  std::uint64_t* state = arguments.scratch == nullptr
                             ? reinterpret_cast<std::uint64_t*>(memory + sizeof(shared))
                             : arguments.scratch + std::uint64_t{4} * arguments.columns * blockIdx.x;
  Selecting<Typed> selecting{arrays, arguments, shared, {blockDim.x, threadIdx.x}, state, arguments.columns};
  for (std::uint64_t part = blockIdx.x; part <= arguments.parts.parts; part += gridDim.x) {
    selecting.stand_at(part);
    if constexpr (pivots) {
      selecting.select_by_pivots(part);
    } else {
      selecting.select_by_samples();
    }
    selecting.write(part);
    selecting.team.sync();
  }
}

/// Of two sequences: a warp searches the part's diagonal.
template <typename Typed>
__global__ void __launch_bounds__(256) diagonal_kernel(const Typed arrays, const SelectArguments arguments) {
  const std::uint64_t part = (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32;
  const Parts& parts = arguments.parts;
  if (part > parts.parts) return;
  const std::uint64_t place = parts.target(part), sequence = 2 * parts.group_of(place);
  const std::uint64_t a = parts.start(sequence), b = parts.start(sequence + 1), end = parts.start(sequence + 2);
  const std::uint64_t target = place - a;
  const auto precedes = [&](std::uint64_t j, std::uint64_t i) {
    return arrays.less(arrays.load(b + j), arrays.load(a + i));
  };
  const std::uint64_t of_a = kernels::warp_path_crossing(target, b - a, end - b, precedes);
  if (threadIdx.x % 32 != 0) return;
  arguments.splitters[2 * part] = of_a;
  arguments.splitters[2 * part + 1] = target - of_a;
}

template <typename Word>
void select_of_width(const SelectCall& call, Stream stream) {
  SelectArguments arguments{
      call.parts, call.columns, call.splitters, call.sums, nullptr, call.seed, call.selection == Selection::even_quick};
  const std::uint64_t rows = call.parts.parts + 1;
  if (call.selection == Selection::diagonal) {
    kernels::with_types<Word>(call.arrays, [&](auto arrays) {
      constexpr unsigned threads = 128, warps = threads / 32;
      const auto blocks = static_cast<unsigned>((rows + warps - 1) / warps);
      diagonal_kernel<<<blocks, threads, 0, stream>>>(arrays, arguments);
      cuda::check_launch("multiway selection along diagonals");
    });
    return;
  }
  // Few sequences are a warp's: the threads' samples are then compared without barriers.
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
    const auto kernel = call.selection == Selection::osipov ? select_kernel<false, Typed> : select_kernel<true, Typed>;
    kernel<<<static_cast<unsigned>(blocks), threads, shared, stream>>>(arrays, arguments);
    cuda::check_launch("multiway selection");
  });
}

void select_splitters_32(const SelectCall& call, Stream stream);
void select_splitters_64(const SelectCall& call, Stream stream);

}  // namespace texelsort::algorithms::merge::device
