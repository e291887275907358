#pragma once

#include <algorithm>

#include "compute/algorithms/cuda/kernels/scan.cuh"
#include "compute/algorithms/radix/cuda/launch.h"
#include "compute/cuda/kernel.h"

namespace texelsort::algorithms::radix {
namespace {

inline constexpr unsigned most_values = 256;

/// Scans the counts of each digit's values. One block per digit, with one thread per value and at least one warp.
__global__ void __launch_bounds__(most_values) scan_kernel(std::uint64_t* bins, unsigned values) {
  cuda::wait_for_earlier();
  TEXELSORT_SHARED(sums, std::uint64_t[most_values / kernels::warp_lanes]);
  kernels::scan_range(
      kernels::whole_block(), std::uint64_t{blockIdx.x} * values, (std::uint64_t{blockIdx.x} + 1) * values,
      std::uint64_t{0}, sums, [&](std::uint64_t i) { return bins[i]; },
      [&](std::uint64_t i, std::uint64_t before) { bins[i] = before; });
}

struct BinKernels final : BinLaunches {
  void scan(unsigned digits, unsigned bits, std::uint64_t* bins, Stream stream) const override {
    const unsigned values = 1u << bits;
    cuda::launch("scan of the bins", cuda::early(cuda::Grid{digits, std::max(values, kernels::warp_lanes), 0, stream}),
                 scan_kernel, bins, values);
  }
};

}  // namespace
}  // namespace texelsort::algorithms::radix
