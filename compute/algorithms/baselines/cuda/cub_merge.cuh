#pragma once

#include <cub/device/device_merge_sort.cuh>

#include "compute/algorithms/baselines/cuda/library.cuh"
#include "compute/cuda/error.h"

namespace texelsort::algorithms {

/// Sorts by cub::DeviceMergeSort. Without temporary memory, only stores its required size in `bytes`.
template <typename As>
void merge_sort(const CubMerge& sort, std::size_t& bytes) {
  const CubSort& at = sort.arrays;
  auto* keys = static_cast<LibraryWord<typename As::Key>*>(at.keys[0]);
  with_comparison<As>(sort.order, [&](auto less) {
    with_payload_type(at.payload_bytes, [&]<typename Payload>(std::type_identity<Payload>) {
      if constexpr (std::is_void_v<Payload>) {
        cuda::check(cub::DeviceMergeSort::StableSortKeys(at.temporary, bytes, keys, at.n, less, at.stream),
                    "cub::DeviceMergeSort::StableSortKeys");
      } else {
        cuda::check(cub::DeviceMergeSort::StableSortPairs(at.temporary, bytes, keys,
                                                          static_cast<Payload*>(at.payload[0]), at.n, less, at.stream),
                    "cub::DeviceMergeSort::StableSortPairs");
      }
    });
  });
}

namespace {

template <typename As>
struct CubMergeKernels final : CubMergeLaunches {
  void sort(const CubMerge& sort) const override {
    std::size_t bytes = sort.arrays.temporary_bytes;
    merge_sort<As>(sort, bytes);
  }

  std::size_t bytes(const CubMerge& sort) const override {
    std::size_t bytes = 0;
    CubMerge asked = sort;
    asked.arrays.temporary = nullptr;
    merge_sort<As>(asked, bytes);
    return bytes;
  }
};

}  // namespace
}  // namespace texelsort::algorithms
