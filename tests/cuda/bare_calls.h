#pragma once

#include <cstddef>
#include <cstdint>

struct CUstream_st;

/// Libraries called as their documentation does it, on arrays of the device: what the baselines are held against.
namespace texelsort::tests {

/// What a call works on; the input is in `keys` and `payload`.
struct BareArrays {
  std::uint64_t n = 0;
  void *keys = nullptr, *other_keys = nullptr;
  void *payload = nullptr, *other_payload = nullptr;
  void* temporary = nullptr;
  std::size_t temporary_bytes = 0;
  CUstream_st* stream = nullptr;
};

/// Queues its work; true if the result is in the other arrays. Without temporary memory it does nothing but set the
/// bytes that it needs of that, 0 for none.
using BareCall = bool (*)(BareArrays&);

/// DeviceMergeSort::StableSortKeys of u32 keys by cuda::std::less, the number of keys an int; the same with a number of
/// 64 bits; of f32.
bool bare_merge_sort_int(BareArrays& at);
bool bare_merge_sort(BareArrays& at);
bool bare_merge_sort_f32(BareArrays& at);
/// Sorts u64 by cuda::std::greater.
bool bare_merge_sort_u64_down(BareArrays& at);
/// StableSortPairs of u32 keys with indices of 32 bits.
bool bare_merge_sort_pairs(BareArrays& at);

/// DeviceRadixSort::SortKeys and SortPairs of u32 keys and indices of 32 bits between two arrays.
bool bare_radix_sort(BareArrays& at);
bool bare_radix_sort_pairs(BareArrays& at);

/// thrust::merge of the first half of u32 keys and the second, and of f32; does not wait and keeps its temporary memory
/// from call to call.
bool bare_merge(BareArrays& at);
bool bare_merge_f32(BareArrays& at);

}  // namespace texelsort::tests
