#pragma once

#include <type_traits>

#include "compute/algorithms/distributed/cuda/launch.h"
#include "compute/algorithms/merge/cuda/path.cuh"
#include "compute/algorithms/merge/cuda/select_kernels.cuh"
#include "compute/cuda/kernel.h"

/// Selection and merging of sorted shares in the memory of several devices. Kernels read each share in place.
namespace texelsort::algorithms::distributed {
namespace {

template <typename Word>
struct ShareKernels final : ShareLaunches {
  void select(const SharesCall& call, kernels::Stream stream) const override {
    const merge::device::SelectArguments arguments{call.parts, call.columns, call.splitters, nullptr, nullptr,
                                                   1,          false};
    const std::uint64_t rows = call.parts.parts + 1;
    // The selection compares only keys, so no payload is loaded.
    const auto shares = apart(kernels::typed<Word, kernels::NoPayload>(call.arrays, data::CodeLess{}), call);
    using Shares = std::remove_const_t<decltype(shares)>;
    if (call.parts.ways == merge::device::four) {
      cuda::launch("multiway selection of four",
                   {cuda::blocks_for(rows, merge::device::four_parts), merge::device::four_threads, 0, stream},
                   merge::device::four_kernel<Shares>, shares, arguments);
    } else {
      merge::device::with_lanes(rows, [&]<unsigned lanes>() { diagonals<lanes>(shares, arguments, stream); });
    }
  }

  void merge(const SharesCall& call, kernels::Stream stream) const override {
    if (call.arrays.payload_in == nullptr) return merge_by<kernels::NoPayload>(call, stream);
    if (call.wide_payload) return merge_by<std::uint64_t>(call, stream);
    merge_by<std::uint32_t>(call, stream);
  }

 private:
  template <typename Typed>
  static merge::device::Apart<Typed> apart(const Typed& typed, const SharesCall& call) {
    return {typed, call.sequences};
  }
  template <unsigned lanes, typename Shares>
  static void diagonals(const Shares& shares, const merge::device::SelectArguments& arguments, kernels::Stream stream) {
    constexpr unsigned threads = merge::device::diagonal_threads;
    cuda::launch("multiway selection along diagonals",
                 {cuda::blocks_for(arguments.parts.parts + 1, threads / lanes), threads, 0, stream},
                 merge::device::diagonal_kernel<lanes, Shares>, shares, arguments);
  }
  template <typename Payload>
  static void merge_by(const SharesCall& call, kernels::Stream stream) {
    using merge::device::PathMerger;
    const auto shares = apart(kernels::typed<Word, Payload>(call.arrays, data::CodeLess{}), call);
    using Shares = std::remove_const_t<decltype(shares)>;
    const merge::device::MergeCall merging{.arrays = call.arrays, .parts = call.parts};
    const auto by = [&]<typename Merger>(std::type_identity<Merger>) {
      const unsigned threads = Merger::threads(0);
      merge::device::launch_merge<Merger>(shares, merging, threads, threads, stream);
    };
    if (call.parts.ways == merge::device::four) {
      by(std::type_identity<PathMerger<Shares, 4>>{});
    } else {
      by(std::type_identity<PathMerger<Shares, 2>>{});
    }
  }
};

}  // namespace
}  // namespace texelsort::algorithms::distributed
