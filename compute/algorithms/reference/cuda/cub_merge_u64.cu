#include "compute/algorithms/reference/cuda/cub_merge.cuh"

namespace texelsort::algorithms {

void merge_sort_u64(const CubMerge& sort, std::size_t& bytes) {
  plain_merge_sort<LongWords>(sort, bytes);
}

}  // namespace texelsort::algorithms
