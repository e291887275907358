#pragma once

#include <type_traits>

#include "compute/algorithms/reference/cuda/cub_kernels.h"

/// CUB is compiled for each width of keys in a file of its own, which takes half a minute each.
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
template <typename Code>
void merge_sort(const CubSort& sort, data::KeyType type, data::Order order, std::size_t& bytes);

}  // namespace texelsort::algorithms
