#include "compute/algorithms/cuda/kernels/warp_sum.cuh"
#include "compute/algorithms/quick/cuda/of_width.h"
#include "compute/cuda/error.h"

namespace texelsort::algorithms::quick {
namespace {

/// A warp adds up the counts of one part's shares, first those of each class, then those before each share.
__global__ void places_kernel(const SharedPart* parts, std::uint64_t* counts, std::uint64_t* sizes) {
  const SharedPart part = parts[blockIdx.x];
  const unsigned lane = threadIdx.x;
  std::uint64_t totals[2] = {0, 0};
  for (unsigned kind = 0; kind < 2; ++kind) {
    for (std::uint64_t i = part.share + lane; i < part.share_end; i += 32) totals[kind] += counts[3 * i + kind];
    totals[kind] = kernels::sum_of_warp(totals[kind]);
  }
  if (lane < 2) sizes[2 * std::uint64_t{blockIdx.x} + lane] = lane == 0 ? totals[0] : totals[1];
  std::uint64_t place = part.first;
  for (unsigned kind = 0; kind < 3; ++kind) {
    std::uint64_t before = place;
    for (std::uint64_t first = part.share; first < part.share_end; first += 32) {
      const std::uint64_t i = first + lane;
      const std::uint64_t own = i < part.share_end ? counts[3 * i + kind] : 0;
      const std::uint64_t sum = kernels::sum_up_to(own);
      if (i < part.share_end) counts[3 * i + kind] = before + sum - own;
      before += __shfl_sync(~0u, sum, 31);
    }
    place = before;
  }
}

bool wide(const Arrays& arrays) {
  return data::key_bytes(arrays.order.type) == 8;
}

using Narrow = OfWidth<std::uint32_t>;
using Wide = OfWidth<std::uint64_t>;

}  // namespace

void choose_pivots(const Arrays& arrays, const Settings& settings, const SharedPart* parts, std::uint64_t count,
                   void* pivots, Stream stream) {
  (wide(arrays) ? Wide::pivots : Narrow::pivots)(arrays, settings, parts, count, pivots, stream);
}

void count_classes(const Arrays& arrays, const Settings& settings, const Share* shares, std::uint64_t count,
                   const void* pivots, std::uint64_t* counts, Stream stream) {
  (wide(arrays) ? Wide::counts : Narrow::counts)(arrays, settings, shares, count, pivots, counts, stream);
}

void place_classes(const SharedPart* parts, std::uint64_t count, std::uint64_t* counts, std::uint64_t* sizes,
                   Stream stream) {
  places_kernel<<<static_cast<unsigned>(count), 32, 0, stream>>>(parts, counts, sizes);
  cuda::check_launch("quicksort's prefix sums");
}

void move_classes(const Arrays& arrays, const Settings& settings, const Share* shares, std::uint64_t count,
                  const void* pivots, const std::uint64_t* places, Stream stream) {
  (wide(arrays) ? Wide::move : Narrow::move)(arrays, settings, shares, count, pivots, places, stream);
}

void copy_shares(const Arrays& arrays, const Settings& settings, const Share* shares, std::uint64_t count,
                 Stream stream) {
  (wide(arrays) ? Wide::copy : Narrow::copy)(arrays, settings, shares, count, stream);
}

void sort_parts(const Arrays& arrays, const Settings& settings, const SmallPart* parts, std::uint64_t count,
                Stream stream) {
  (wide(arrays) ? Wide::sort : Narrow::sort)(arrays, settings, parts, count, stream);
}

}  // namespace texelsort::algorithms::quick
