#pragma once

#include <cub/device/device_merge_sort.cuh>

#include "compute/algorithms/reference/cuda/cub_width.cuh"
#include "compute/cuda/error.h"
#include "compute/data/code_masks.h"

namespace texelsort::algorithms {

/// One instantiation for all key types of a width and both orders.
template <typename Code>
struct CodeLess {
  data::CodeMasks<Code> masks;
  __device__ bool operator()(Code a, Code b) const { return masks.encode(a) < masks.encode(b); }
};

template <typename Code>
void merge_sort(const CubSort& sort, data::KeyType type, data::Order order, std::size_t& bytes) {
  const CodeLess<Code> less{data::code_masks<Code>(type, order)};
  auto* keys = static_cast<Code*>(sort.keys[0]);
  with_payload_type(sort.payload_bytes, [&]<typename Payload>(std::type_identity<Payload>) {
    if constexpr (std::is_void_v<Payload>) {
      cuda::check(cub::DeviceMergeSort::StableSortKeys(sort.temporary, bytes, keys, sort.n, less, sort.stream),
                  "cub::DeviceMergeSort::StableSortKeys");
    } else {
      cuda::check(cub::DeviceMergeSort::StableSortPairs(
                      sort.temporary, bytes, keys, static_cast<Payload*>(sort.payload[0]), sort.n, less, sort.stream),
                  "cub::DeviceMergeSort::StableSortPairs");
    }
  });
}

}  // namespace texelsort::algorithms
