#pragma once

#include <cuda/std/functional>
#include <type_traits>

#include "compute/algorithms/baselines/cuda/launch.h"
#include "compute/data/keys/code_masks.h"

/// Types and comparisons of keys and payloads for calls of CUB and Thrust.
namespace texelsort::algorithms {

/// Key type for CUB and Thrust. They expect `long long` types, so 64-bit integers of other types are replaced.
template <typename Word>
using LibraryWord = std::conditional_t<std::is_same_v<Word, std::uint64_t>, unsigned long long,
                                       std::conditional_t<std::is_same_v<Word, std::int64_t>, long long, Word>>;

/// Calls `with` with a std::type_identity of the payload's type, or of void if there is no payload.
template <typename With>
auto with_payload_type(unsigned payload_bytes, With with) {
  if (payload_bytes == 0) return with(std::type_identity<void>{});
  if (payload_bytes == 4) return with(std::type_identity<std::uint32_t>{});
  return with(std::type_identity<unsigned long long>{});
}

/// Compares float keys, passed as bits, by their encoding. One instantiation suffices for all float keys of one width.
template <typename Code>
struct SmallerCodeOfBits {
  data::CodeMasks<Code> masks;
  __device__ bool operator()(Code a, Code b) const { return masks.encode(a) < masks.encode(b); }
};

/// Calls `with` with the library's comparison of keys of type `As`. This is std::less or std::greater of the library,
/// as its users would write, or a comparison of encoded keys.
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
