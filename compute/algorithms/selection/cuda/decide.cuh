#pragma once

#include "compute/algorithms/selection/cuda/bins.cuh"
#include "compute/algorithms/selection/cuda/launch.h"
#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::selection {
namespace {

/// State of the selection in global memory.
struct State {
  RankState layout;
  std::uint32_t* words;

  __device__ std::uint32_t& of_rank(std::uint32_t r, std::uint32_t word) const {
    return words[RankState::rank_at(r) + word];
  }
  __device__ std::uint64_t prefix(std::uint32_t r) const {
    const std::uint32_t* prefix = &of_rank(r, RankState::prefix);
    return std::uint64_t{prefix[1]} << 32 | prefix[0];
  }
  __device__ static void write(std::uint32_t* at, std::uint64_t prefix) {
    at[0] = static_cast<std::uint32_t>(prefix);
    at[1] = static_cast<std::uint32_t>(prefix >> 32);
  }
};

/// Finds the digit of rank r, and appends the digit to the prefix of the rank.
__device__ inline void find_digit(const Level& level, const State& state, std::uint32_t r, std::uint32_t* sums) {
  const std::uint32_t rank = state.of_rank(r, RankState::rank);
  const std::uint64_t row = std::uint64_t{state.of_rank(r, RankState::prefix_index)} << level.digit_bits;
  visit_bins(level.histogram + row, level.bins(), sums, [&](unsigned bin, std::uint32_t before, std::uint32_t end) {
    if (rank < before || end <= rank) return;
    State::write(&state.of_rank(r, RankState::prefix), state.prefix(r) << level.width | bin);
    state.of_rank(r, RankState::rank) = rank - before;
  });
}

/// Numbers the distinct prefixes of all ranks. Equal prefixes are adjacent, because ranks ascend. Returns their number.
__device__ inline std::uint32_t number_prefixes(const State& state, std::uint32_t* sums) {
  const auto differs = [&](std::uint64_t r) -> std::uint32_t {
    const auto at = static_cast<std::uint32_t>(r);
    return at == 0 || state.prefix(at) != state.prefix(at - 1);
  };
  return kernels::scan_range(kernels::whole_block(), 0, state.layout.ranks, std::uint32_t{0}, sums, differs,
                             [&](std::uint64_t r, std::uint32_t before) {
                               const auto at = static_cast<std::uint32_t>(r);
                               const std::uint32_t index = before + differs(r) - 1;
                               state.of_rank(at, RankState::prefix_index) = index;
                               if (index == before)
                                 State::write(state.words + state.layout.prefix_at(index), state.prefix(at));
                             });
}

/// Decides a level with one block.
__global__ void __launch_bounds__(most_scanning_threads)
    decide_kernel(const Level level, std::uint32_t* next_histogram, bool keeps, bool guesses) {
  cuda::wait_for_earlier();
  TEXELSORT_SHARED(sums, std::uint32_t[kernels::most_sums]);
  const State state{level.layout, level.state};
  bool overflows = false;
  for (std::uint32_t b = threadIdx.x; keeps && b < level.blocks; b += blockDim.x) {
    overflows |= level.kept[b] > level.share;
  }
  const std::uint32_t ranks = level.layout.ranks;
  for (std::uint32_t r = 0; r < ranks; ++r) find_digit(level, state, r, sums);
  const std::uint64_t counters = std::uint64_t{ranks} << level.digit_bits;
  for (std::uint64_t i = threadIdx.x; i < counters; i += blockDim.x) next_histogram[i] = 0;
  overflows = __syncthreads_or(overflows);  // the barrier also separates the prefixes' writes from their reads
  const std::uint32_t prefixes = number_prefixes(state, sums);
  if (threadIdx.x > 0) return;
  state.words[RankState::prefix_count] = prefixes;
  // Digits ascend with ranks: if the guess contains the first and the last digit, it contains all.
  const bool missed = guesses && (state.prefix(0) < state.words[RankState::first_guessed] ||
                                  state.prefix(ranks - 1) > state.words[RankState::last_guessed]);
  if (keeps && !overflows && !missed) state.words[RankState::from_candidates] = 1;
}

struct DecideKernels final : DecideLaunches {
  void decide(const Level& level, std::uint32_t* next_histogram, bool keeps, bool guesses,
              Stream stream) const override {
    cuda::launch("selection: decide", cuda::early(cuda::Grid{1, scanning_threads(level.digit_bits), 0, stream}),
                 decide_kernel, level, next_histogram, keeps, guesses);
  }
};

}  // namespace
}  // namespace texelsort::algorithms::selection
