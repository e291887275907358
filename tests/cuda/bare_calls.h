#pragma once

#include <cstddef>
#include <cstdint>

struct CUstream_st;

/// Direct calls of libraries, as their documentation shows, on device arrays. The baselines are compared with them.
namespace texelsort::tests {

/// Input and output of a call; the input is in `keys` and `payload`.
struct BareArrays {
  std::uint64_t n = 0;
  void *keys = nullptr, *other_keys = nullptr;
  void *payload = nullptr, *other_payload = nullptr;
  void* temporary = nullptr;
  std::size_t temporary_bytes = 0;
  CUstream_st* stream = nullptr;
};

/// Queues the work. Returns true if the result is in the other arrays. If there is no temporary memory yet, only sets
/// the number of bytes that it needs, 0 for none.
using BareCall = bool (*)(BareArrays&);

/// DeviceMergeSort::StableSortKeys of u32 keys by cuda::std::less with a 32-bit number of keys; the same with a 64-bit
/// number; the same for f32 keys.
bool bare_merge_sort_int(BareArrays& at);
bool bare_merge_sort(BareArrays& at);
bool bare_merge_sort_f32(BareArrays& at);
/// Sorts u64 keys by cuda::std::greater.
bool bare_merge_sort_u64_down(BareArrays& at);
/// StableSortPairs of u32 keys with 32-bit indices.
bool bare_merge_sort_pairs(BareArrays& at);

/// DeviceRadixSort::SortKeys and SortPairs of u32 keys and 32-bit indices between two arrays.
bool bare_radix_sort(BareArrays& at);
bool bare_radix_sort_pairs(BareArrays& at);

/// thrust::merge of the two halves of u32 keys, and of f32 keys. Does not wait, and keeps its temporary memory between
/// calls.
bool bare_merge(BareArrays& at);
bool bare_merge_f32(BareArrays& at);

}  // namespace texelsort::tests
