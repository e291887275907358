#include "compute/algorithms/cuda/kernels/warp_sum.cuh"
#include "compute/algorithms/warpsort/cuda/of_width.h"
#include "compute/cuda/error.h"

namespace texelsort::algorithms::warpsort {
namespace {

/// A warp adds up a part's subsequences; what is before the first one is what parts before it take of every sequence.
__global__ void places_kernel(std::uint64_t n, std::uint64_t length, std::uint64_t sequences, std::uint64_t parts,
                              const std::uint64_t* bounds, std::uint64_t* places) {
  const unsigned lane = threadIdx.x;
  const std::uint64_t* from = bounds + blockIdx.x * sequences;
  std::uint64_t* to = places + blockIdx.x * sequences;
  if (blockIdx.x == parts) {
    if (lane == 0) *to = n;
    return;
  }
  std::uint64_t before = 0;
  for (std::uint64_t j = lane; j < sequences; j += 32) before += from[j] - sequence(j, length, n).first;
  before = kernels::sum_of_warp(before);
  for (std::uint64_t first = 0; first < sequences; first += 32) {
    const std::uint64_t j = first + lane;
    const std::uint64_t own = j < sequences ? from[sequences + j] - from[j] : 0;
    const std::uint64_t sum = kernels::sum_up_to(own);
    if (j < sequences) to[j] = before + sum - own;
    before += __shfl_sync(~0u, sum, 31);
  }
}

bool wide(const Arrays& arrays) {
  return data::key_bytes(arrays.order.type) == 8;
}

using Narrow = OfWidth<std::uint32_t>;
using Wide = OfWidth<std::uint64_t>;

}  // namespace

void sort_tiles(const Arrays& arrays, const Settings& settings, Stream stream) {
  (wide(arrays) ? Wide::tiles : Narrow::tiles)(arrays, settings, stream);
}

void merge_runs(const Arrays& arrays, const Settings& settings, std::uint64_t length, Stream stream) {
  (wide(arrays) ? Wide::runs : Narrow::runs)(arrays, settings, length, stream);
}

void choose_splitters(const Arrays& arrays, const Settings& settings, void* drawn, void* splitters, Stream stream) {
  (wide(arrays) ? Wide::splitters : Narrow::splitters)(arrays, settings, drawn, splitters, stream);
}

void split_sequences(const Arrays& arrays, const Settings& settings, std::uint64_t length, std::uint64_t sequences,
                     const void* splitters, std::uint64_t* bounds, Stream stream) {
  (wide(arrays) ? Wide::split : Narrow::split)(arrays, settings, length, sequences, splitters, bounds, stream);
}

void place_parts(const Settings& settings, std::uint64_t n, std::uint64_t length, std::uint64_t sequences,
                 const std::uint64_t* bounds, std::uint64_t* places, Stream stream) {
  places_kernel<<<static_cast<unsigned>(settings.parts + 1), 32, 0, stream>>>(n, length, sequences, settings.parts,
                                                                              bounds, places);
  cuda::check_launch("Warpsort's places");
}

void merge_parts(const Arrays& arrays, const Settings& settings, std::uint64_t sequences, unsigned round,
                 const std::uint64_t* bounds, const std::uint64_t* places, Stream stream) {
  (wide(arrays) ? Wide::parts : Narrow::parts)(arrays, settings, sequences, round, bounds, places, stream);
}

}  // namespace texelsort::algorithms::warpsort
