#pragma once

#include <type_traits>

#include "compute/algorithms/reference/cuda/cub_kernels.h"

/// CUB is compiled for each width or type of keys in a file of its own, which takes half a minute each.
namespace texelsort::algorithms {

using Words = std::uint32_t;
using LongWords = unsigned long long;

/// Calls `with` with a payload's type as a tag; void: none.
template <typename With>
auto with_payload_type(unsigned payload_bytes, With with) {
  if (payload_bytes == 0) return with(std::type_identity<void>{});
  if (payload_bytes == 4) return with(std::type_identity<Words>{});
  return with(std::type_identity<LongWords>{});
}

/// What a width's file defines; a sort with no temporary memory says how much it needs, in `bytes`.
template <typename Code>
unsigned radix_sort(const CubSort& sort, std::size_t& bytes);

/// DeviceMergeSort of keys of one type by `<` or `>`, and of floats' bits by their codes; likewise.
void merge_sort_u32(const CubMerge& sort, std::size_t& bytes);
void merge_sort_i32(const CubMerge& sort, std::size_t& bytes);
void merge_sort_f32(const CubMerge& sort, std::size_t& bytes);
void merge_sort_u64(const CubMerge& sort, std::size_t& bytes);
void merge_sort_i64(const CubMerge& sort, std::size_t& bytes);
void merge_sort_f64(const CubMerge& sort, std::size_t& bytes);
void merge_sort_mapped(const CubMerge& sort, std::size_t& bytes);

}  // namespace texelsort::algorithms
