#include <algorithm>

#include "compute/algorithms/cuda/kernels/scan.cuh"
#include "compute/algorithms/radix/cuda/launch.h"
#include "compute/cuda/error.h"

namespace texelsort::algorithms::radix {
namespace {

constexpr unsigned most_values = 256;

/// A block for each digit, a thread for each of its values; a warp at the least.
__global__ void __launch_bounds__(most_values) scan_kernel(std::uint64_t* bins, unsigned values) {
  __shared__ std::uint64_t sums[most_values / kernels::warp_lanes];
  kernels::scan_range(
      kernels::whole_block(), std::uint64_t{blockIdx.x} * values, (std::uint64_t{blockIdx.x} + 1) * values,
      std::uint64_t{0}, sums, [&](std::uint64_t i) { return bins[i]; },
      [&](std::uint64_t i, std::uint64_t before) { bins[i] = before; });
}

}  // namespace

void clear(void* memory, std::uint64_t bytes, Stream stream) {
  cuda::check(cudaMemsetAsync(memory, 0, bytes, stream), "cudaMemsetAsync");
}

void scan_bins(unsigned digits, unsigned bits, std::uint64_t* bins, Stream stream) {
  const unsigned values = 1u << bits;
  scan_kernel<<<digits, std::max(values, kernels::warp_lanes), 0, stream>>>(bins, values);
  cuda::check_launch("scan of the bins");
}

}  // namespace texelsort::algorithms::radix
