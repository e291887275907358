#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cuda/std/functional>

#include <thrust/execution_policy.h>
#include <thrust/merge.h>

#include "compute/algorithms/baselines/cuda/launch.h"
#include "compute/cuda/error.h"
#include "tests/cuda/bare_calls.h"

namespace texelsort::tests {
namespace {

void good(cudaError_t result, const char* call) {
  cuda::check(result, call);
}

template <typename Key, typename Count, typename Less>
bool sort_in_place(BareArrays& at, Less less) {
  good(cub::DeviceMergeSort::StableSortKeys(at.temporary, at.temporary_bytes, static_cast<Key*>(at.keys),
                                            static_cast<Count>(at.n), less, at.stream),
       "StableSortKeys");
  return false;
}

template <typename Key>
bool merge_halves(BareArrays& at) {
  static algorithms::ThrustMemory memory;
  if (at.temporary == nullptr) return false;
  const auto* in = static_cast<const Key*>(at.keys);
  const Key *middle = in + at.n / 2, *end = in + at.n;
  thrust::merge(thrust::cuda::par_nosync(memory).on(at.stream), in, middle, middle, end,
                static_cast<Key*>(at.other_keys));
  return true;
}

}  // namespace

bool bare_merge_sort_int(BareArrays& at) {
  return sort_in_place<std::uint32_t, int>(at, ::cuda::std::less<>{});
}
bool bare_merge_sort(BareArrays& at) {
  return sort_in_place<std::uint32_t, std::uint64_t>(at, ::cuda::std::less<>{});
}
bool bare_merge_sort_f32(BareArrays& at) {
  return sort_in_place<float, std::uint64_t>(at, ::cuda::std::less<>{});
}
bool bare_merge_sort_u64_down(BareArrays& at) {
  return sort_in_place<std::uint64_t, std::uint64_t>(at, ::cuda::std::greater<>{});
}
bool bare_merge_sort_pairs(BareArrays& at) {
  good(cub::DeviceMergeSort::StableSortPairs(at.temporary, at.temporary_bytes, static_cast<std::uint32_t*>(at.keys),
                                             static_cast<std::uint32_t*>(at.payload), at.n, ::cuda::std::less<>{},
                                             at.stream),
       "StableSortPairs");
  return false;
}

bool bare_radix_sort(BareArrays& at) {
  using Key = std::uint32_t;
  cub::DoubleBuffer<Key> keys(static_cast<Key*>(at.keys), static_cast<Key*>(at.other_keys));
  good(cub::DeviceRadixSort::SortKeys(at.temporary, at.temporary_bytes, keys, at.n, 0, 8 * sizeof(Key), at.stream),
       "SortKeys");
  return keys.selector == 1;
}
bool bare_radix_sort_pairs(BareArrays& at) {
  using Key = std::uint32_t;
  cub::DoubleBuffer<Key> keys(static_cast<Key*>(at.keys), static_cast<Key*>(at.other_keys));
  cub::DoubleBuffer<std::uint32_t> index(static_cast<std::uint32_t*>(at.payload),
                                         static_cast<std::uint32_t*>(at.other_payload));
  good(cub::DeviceRadixSort::SortPairs(at.temporary, at.temporary_bytes, keys, index, at.n, 0, 8 * sizeof(Key),
                                       at.stream),
       "SortPairs");
  return keys.selector == 1;
}

bool bare_merge(BareArrays& at) {
  return merge_halves<std::uint32_t>(at);
}
bool bare_merge_f32(BareArrays& at) {
  return merge_halves<float>(at);
}

}  // namespace texelsort::tests
