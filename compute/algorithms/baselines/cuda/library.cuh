#pragma once

#include <cuda/std/functional>
#include <type_traits>

#include "compute/algorithms/baselines/cuda/launch.h"
#include "compute/data/keys/code_masks.h"

/// Types and comparisons of keys and payloads in calls of CUB and Thrust.
namespace texelsort::algorithms {

/// Type of a word in the libraries. 8-byte words are `unsigned long long` or `long long`, whatever std::uint64_t is.
template <typename Word>
using LibraryWord = std::conditional_t<std::is_same_v<Word, std::uint64_t>, unsigned long long,
                                       std::conditional_t<std::is_same_v<Word, std::int64_t>, long long, Word>>;

/// Calls `with` with a tag for the type of the payload, which is void if there is no payload.
template <typename With>
auto with_payload_type(unsigned payload_bytes, With with) {
  if (payload_bytes == 0) return with(std::type_identity<void>{});
  if (payload_bytes == 4) return with(std::type_identity<std::uint32_t>{});
  return with(std::type_identity<unsigned long long>{});
}

/// Compares the bits of float keys by their encoding. One instantiation suffices for float keys of one width.
template <typename Code>
struct SmallerCodeOfBits {
  data::CodeMasks<Code> masks;
  __device__ bool operator()(Code a, Code b) const { return masks.encode(a) < masks.encode(b); }
};

/// Calls `with` with the comparison for keys that are compared as `As`. It is the library's own comparison of the key
/// type, as users of the library write it, or a comparison of encoded keys.
template <typename As, typename With>
void with_comparison(const LibraryOrder& order, With with) {
  using Key = LibraryWord<typename As::Key>;
  if constexpr (As::comparing == Comparing::codes) {
    with(SmallerCodeOfBits<Key>{data::code_masks<Key>(order.type, order.order)});
  } else if (order.order == data::Order::ascending) {
    with(::cuda::std::less<Key>{});
  } else {
    with(::cuda::std::greater<Key>{});
  }
}

}  // namespace texelsort::algorithms
