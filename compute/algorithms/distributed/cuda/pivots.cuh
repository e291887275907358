#pragma once

#include "compute/algorithms/cuda/kernels/partition_point.cuh"
#include "compute/algorithms/cuda/kernels/typed.cuh"
#include "compute/algorithms/distributed/cuda/launch.h"
#include "compute/cuda/kernel.h"

/// Kernels that find the pivots of multiway selections over several shares, with one thread per pivot.
namespace texelsort::algorithms::distributed {
namespace {

inline constexpr unsigned pivot_threads = 128;

template <typename Typed>  //: launch pivots
__global__ void __launch_bounds__(pivot_threads) tell_kernel(const Typed share, const PivotCall call) {
  const std::uint64_t pivot = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (pivot >= call.pivots) return;
  call.codes[pivot] = call.owners[pivot] == call.rank ? share.load(call.places[pivot]) : 0;  //: reads
}

template <typename Typed>  //: launch ranks of pivots
__global__ void __launch_bounds__(pivot_threads) rank_kernel(const Typed share, const PivotCall call) {
  const std::uint64_t pivot = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (pivot >= call.pivots) return;
  const auto code = static_cast<typename Typed::Word>(call.codes[pivot]);
  const std::uint64_t lower = call.ranges[2 * pivot], upper = call.ranges[2 * pivot + 1];
  const std::uint64_t through = kernels::partition_point(
      lower, upper, [&](std::uint64_t place) { return share.less(code, share.load(place)); });  //: reads, compares
  call.counts[2 * pivot] = kernels::partition_point(
      lower, through, [&](std::uint64_t place) { return !share.less(share.load(place), code); });
  call.counts[2 * pivot + 1] = through;
}

template <typename Word>
struct PivotKernels final : PivotLaunches {
  void tell(const PivotCall& call, kernels::Stream stream) const override {
    launch("pivots", call, stream, [](auto share) { return tell_kernel<decltype(share)>; });
  }
  void rank(const PivotCall& call, kernels::Stream stream) const override {
    launch("ranks of pivots", call, stream, [](auto share) { return rank_kernel<decltype(share)>; });
  }

 private:
  /// Launches a kernel on keys without payload. The kernel compares keys by their encoding.
  template <typename KernelOf>
  static void launch(const char* what, const PivotCall& call, kernels::Stream stream, KernelOf kernel_of) {
    const auto share = kernels::typed<Word, kernels::NoPayload>(call.arrays, data::CodeLess{});
    const unsigned blocks = cuda::blocks_for(call.pivots, pivot_threads);
    cuda::launch(what, {blocks, pivot_threads, 0, stream}, kernel_of(share), share, call);
  }
};

}  // namespace
}  // namespace texelsort::algorithms::distributed
