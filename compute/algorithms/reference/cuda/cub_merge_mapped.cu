#include "compute/algorithms/reference/cuda/cub_merge.cuh"
#include "compute/data/code_masks.h"

namespace texelsort::algorithms {
namespace {

/// One instantiation for both float types' orders: their bits become codes in every comparison.
template <typename Code>
struct SmallerCodeOfBits {
  data::CodeMasks<Code> masks;
  __device__ bool operator()(Code a, Code b) const { return masks.encode(a) < masks.encode(b); }
};

template <typename Code>
void merge_by_codes(const CubMerge& sort, std::size_t& bytes) {
  merge_sort<Code>(sort.arrays, SmallerCodeOfBits<Code>{data::code_masks<Code>(sort.type, sort.order)}, bytes);
}

}  // namespace

void merge_sort_mapped(const CubMerge& sort, std::size_t& bytes) {
  if (data::key_bytes(sort.type) == 4) {
    merge_by_codes<Words>(sort, bytes);
  } else {
    merge_by_codes<LongWords>(sort, bytes);
  }
}

}  // namespace texelsort::algorithms
