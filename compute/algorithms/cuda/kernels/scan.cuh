#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/team.cuh"
#include "compute/cuda/kernel.h"

/// Scans and sums over the threads of a warp or team. All threads of the warp or team must call these functions.
namespace texelsort::algorithms::kernels {
namespace {

/// Returns the sum of the numbers of all lanes up to and including this lane.
template <typename Number>
__device__ __forceinline__ Number warp_inclusive_scan(Number own) {
  const unsigned lane = threadIdx.x % warp_lanes;
#pragma unroll
  for (unsigned step = 1; step < warp_lanes; step *= 2) {
    const Number other = __shfl_up_sync(every_lane, own, step);
    if (lane >= step) own += other;
  }
  return own;
}

/// Returns the sum of the numbers of `lanes` adjacent lanes. `lanes` must be a power of two.
template <unsigned lanes = warp_lanes, typename Number>
__device__ __forceinline__ Number warp_sum(Number own) {
#pragma unroll
  for (unsigned step = lanes / 2; step > 0; step /= 2) own += __shfl_xor_sync(every_lane, own, step);
  return own;
}

template <typename Number>
struct Scanned {
  Number before = 0;  ///< sum of the numbers of all preceding threads
  Number all = 0;     ///< sum of all numbers
};

/// Scans the sums of the team's warps in shared memory. `before` is the sum over the warps before this thread's warp.
template <typename Number>
__device__ __forceinline__ Scanned<Number> scan_warps(const Team& team, const Number* sums) {
  Scanned<Number> scanned;
  for (unsigned w = 0; w < team.warps(); ++w) {
    if (w < team.warp()) scanned.before += sums[w];
    scanned.all += sums[w];
  }
  return scanned;
}

/// Length of a shared array of sums that suffices for any team. nvcc 13.0 reads `sums` in 16-byte vectors, past the end
/// of a shorter array for a single warp.
inline constexpr unsigned most_sums = 32;

/// Returns the exclusive scan over the team's threads. `sums` is shared memory with one number per warp, rounded up to
/// an even number. Ends with a team barrier.
template <typename Number>
__device__ Scanned<Number> exclusive_scan(const Team& team, Number own, Number* sums) {
  const Number sum = warp_inclusive_scan(own);
  if (team.lane() == warp_lanes - 1) sums[team.warp()] = sum;
  team.sync();
  Scanned<Number> scanned = scan_warps(team, sums);
  scanned.before += sum - own;
  team.sync();
  return scanned;
}

/// Returns the sum over the team's threads. Has one barrier. The caller may overwrite `sums` after the next barrier.
template <typename Number>
__device__ Number team_sum(const Team& team, Number own, Number* sums) {
  const Number sum = warp_sum(own);
  if (team.lane() == 0) sums[team.warp()] = sum;
  team.sync();
  return scan_warps(team, sums).all;
}

/// Computes the exclusive scan of load(first), ..., load(last - 1) by a team, starting with `before`. Calls store(i,
/// sum) for each index i. Returns the total including `before`.
template <typename Number, typename Load, typename Store>
__device__ Number scan_range(const Team& team, std::uint64_t first, std::uint64_t last, Number before, Number* sums,
                             const Load& load, const Store& store) {
  for (std::uint64_t at = first; at < last; at += team.width) {
    const std::uint64_t i = at + team.rank;
    const Scanned<Number> scanned = exclusive_scan(team, i < last ? load(i) : Number{0}, sums);
    if (i < last) store(i, before + scanned.before);
    before += scanned.all;
  }
  return before;
}

}  // namespace
}  // namespace texelsort::algorithms::kernels
