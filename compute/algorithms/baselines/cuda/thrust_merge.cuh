#pragma once

#include <thrust/execution_policy.h>
#include <thrust/merge.h>

#include "compute/algorithms/baselines/cuda/library.cuh"
#include "compute/cuda/error.h"

namespace texelsort::algorithms {

namespace {

template <typename As>
struct ThrustMergeKernels final : ThrustMergeLaunches {
  void merge(const ThrustMerge& merge, ThrustMemory& memory) const override {
    using Key = LibraryWord<typename As::Key>;
    const auto policy = thrust::cuda::par_nosync(memory).on(merge.stream);
    const auto* in = static_cast<const Key*>(merge.keys_in);
    const Key *a = in + merge.first, *b = in + merge.middle, *end = in + merge.last;
    Key* out = static_cast<Key*>(merge.keys_out) + merge.first;
    with_comparison<As>(merge.order, [&](auto less) {
      with_payload_type(merge.payload_bytes, [&]<typename Payload>(std::type_identity<Payload>) {
        if constexpr (std::is_void_v<Payload>) {
          thrust::merge(policy, a, b, b, end, out, less);
        } else {
          const auto* payload = static_cast<const Payload*>(merge.payload_in);
          thrust::merge_by_key(policy, a, b, b, end, payload + merge.first, payload + merge.middle, out,
                               static_cast<Payload*>(merge.payload_out) + merge.first, less);
        }
      });
    });
    cuda::check_launch("thrust::merge");
  }
};

}  // namespace
}  // namespace texelsort::algorithms
