#pragma once

#include <cstddef>
#include <cstdint>

struct CUstream_st;

/// Direct calls of libraries on device arrays, as the libraries' documentation shows. Tests compare the baselines with
/// them.
namespace texelsort::tests {

/// Input and output arrays of a direct library call. The input is in `keys` and `payload`.
struct BareArrays {
  std::uint64_t n = 0;
  void *keys = nullptr, *other_keys = nullptr;
  void *payload = nullptr, *other_payload = nullptr;
  void* temporary = nullptr;
  std::size_t temporary_bytes = 0;
  CUstream_st* stream = nullptr;
};

/// Queues a library call on the device. Returns true if the result is in the second pair of arrays. If no temporary
/// memory is set, only sets the number of bytes that the call needs (may be 0).
using BareCall = bool (*)(BareArrays&);

/// Call DeviceMergeSort::StableSortKeys with cuda::std::less: for u32 keys with a 32-bit count, for u32 keys with a
/// 64-bit count, and for f32 keys.
bool bare_merge_sort_int(BareArrays& at);
bool bare_merge_sort(BareArrays& at);
bool bare_merge_sort_f32(BareArrays& at);
/// Sorts u64 keys by DeviceMergeSort with cuda::std::greater.
bool bare_merge_sort_u64_down(BareArrays& at);
/// Sorts pairs of u32 keys and 32-bit indices by DeviceMergeSort::StableSortPairs.
bool bare_merge_sort_pairs(BareArrays& at);

/// Call DeviceRadixSort::SortKeys (u32 keys) and SortPairs (u32 keys, 32-bit indices). Input and output are in
/// different arrays.
bool bare_radix_sort(BareArrays& at);
bool bare_radix_sort_pairs(BareArrays& at);

/// Call thrust::merge for the two halves of u32 keys, and of f32 keys. They return before the device has finished, and
/// keep temporary memory between calls.
bool bare_merge(BareArrays& at);
bool bare_merge_f32(BareArrays& at);

}  // namespace texelsort::tests
