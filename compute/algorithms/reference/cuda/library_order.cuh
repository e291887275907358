#pragma once

#include <cuda/std/functional>

#include "compute/algorithms/reference/cuda/cub_width.cuh"
#include "compute/data/code_masks.h"

namespace texelsort::algorithms {

/// One instantiation for both float types' orders: their bits become codes in every comparison.
template <typename Code>
struct SmallerCodeOfBits {
  data::CodeMasks<Code> masks;
  __device__ bool operator()(Code a, Code b) const { return masks.encode(a) < masks.encode(b); }
};

/// Calls `with` with the comparison of keys that are compared as `As` says: as a user of the library writes it, keys of
/// their own type by the library's own comparison, or by codes.
template <typename As, typename With>
void with_comparison(const LibraryOrder& order, With with) {
  using Key = typename As::Key;
  if constexpr (As::comparing == Comparing::codes) {
    with(SmallerCodeOfBits<Key>{data::code_masks<Key>(order.type, order.order)});
  } else if (order.order == data::Order::ascending) {
    with(::cuda::std::less<Key>{});
  } else {
    with(::cuda::std::greater<Key>{});
  }
}

}  // namespace texelsort::algorithms
