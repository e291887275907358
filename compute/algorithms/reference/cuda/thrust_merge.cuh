#pragma once

#include <thrust/execution_policy.h>
#include <thrust/merge.h>

#include "compute/algorithms/reference/cuda/cub_width.cuh"
#include "compute/algorithms/reference/cuda/thrust_merge.h"
#include "compute/data/code_masks.h"

namespace texelsort::algorithms {

/// One instantiation for all key types of a width and both orders.
template <typename Code>
struct SmallerCode {
  data::CodeMasks<Code> masks;
  __device__ bool operator()(Code one, Code other) const { return masks.encode(one) < masks.encode(other); }
};

template <typename Code>
void thrust_merge_of(const ThrustMerge& merge, ThrustMemory& memory) {
  const auto policy = thrust::cuda::par_nosync(memory).on(merge.stream);
  const SmallerCode<Code> less{data::code_masks<Code>(merge.type, merge.order)};
  const auto* in = static_cast<const Code*>(merge.keys_in);
  const Code *a = in + merge.first, *b = in + merge.middle, *end = in + merge.last;
  Code* out = static_cast<Code*>(merge.keys_out) + merge.first;
  with_payload_type(merge.payload_bytes, [&]<typename Payload>(std::type_identity<Payload>) {
    if constexpr (std::is_void_v<Payload>) {
      thrust::merge(policy, a, b, b, end, out, less);
    } else {
      const auto* payload = static_cast<const Payload*>(merge.payload_in);
      thrust::merge_by_key(policy, a, b, b, end, payload + merge.first, payload + merge.middle, out,
                           static_cast<Payload*>(merge.payload_out) + merge.first, less);
    }
  });
}

void thrust_merge_32(const ThrustMerge& merge, ThrustMemory& memory);
void thrust_merge_64(const ThrustMerge& merge, ThrustMemory& memory);

}  // namespace texelsort::algorithms
