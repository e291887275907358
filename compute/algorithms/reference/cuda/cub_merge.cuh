#pragma once

#include <cub/device/device_merge_sort.cuh>
#include <cuda/std/functional>

#include "compute/algorithms/reference/cuda/cub_width.cuh"
#include "compute/cuda/error.h"

namespace texelsort::algorithms {

template <typename Key, typename Less>
void merge_sort(const CubSort& sort, Less less, std::size_t& bytes) {
  auto* keys = static_cast<Key*>(sort.keys[0]);
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

/// As a user of CUB calls it: keys of their own type, by the library's own comparison.
template <typename Key>
void plain_merge_sort(const CubMerge& sort, std::size_t& bytes) {
  if (sort.order == data::Order::ascending) {
    merge_sort<Key>(sort.arrays, ::cuda::std::less<Key>{}, bytes);
  } else {
    merge_sort<Key>(sort.arrays, ::cuda::std::greater<Key>{}, bytes);
  }
}

}  // namespace texelsort::algorithms
