#pragma once

#include <type_traits>

#include "compute/algorithms/reference/cuda/cub_kernels.h"

/// CUB and Thrust are compiled for each width or type of keys in a file of its own, which takes half a minute each.
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

/// Keys that a library sees as a type, and how it compares them.
template <typename Type, Comparing way>
struct ComparedAs {
  using Key = Type;
  static constexpr Comparing comparing = way;
};
template <typename Key>
using Plain = ComparedAs<Key, Comparing::plain>;
/// Words are the bits of the keys.
template <typename Code>
using ByCodes = ComparedAs<Code, Comparing::codes>;

/// Calls `with` with what an order's keys are compared as.
template <typename With>
void with_compared_type(const LibraryOrder& order, With with) {
  if (order.comparing == Comparing::codes) {
    return data::key_bytes(order.type) == 4 ? with(ByCodes<Words>{}) : with(ByCodes<LongWords>{});
  }
  switch (order.type) {
    case data::KeyType::u32:
      return with(Plain<Words>{});
    case data::KeyType::i32:
      return with(Plain<int>{});
    case data::KeyType::f32:
      return with(Plain<float>{});
    case data::KeyType::u64:
      return with(Plain<LongWords>{});
    case data::KeyType::i64:
      return with(Plain<long long>{});
    case data::KeyType::f64:
      return with(Plain<double>{});
  }
}

/// What the files define, for a width or for what keys are compared as; a sort with no temporary memory says how much
/// it needs, in `bytes`.
template <typename Code>
unsigned radix_sort(const CubSort& sort, std::size_t& bytes);
template <typename As>
void merge_sort(const CubMerge& sort, std::size_t& bytes);

}  // namespace texelsort::algorithms
