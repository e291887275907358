#include "compute/algorithms/reference/cuda/cub_merge.cuh"

namespace texelsort::algorithms {

void merge_sort_u32(const CubMerge& sort, std::size_t& bytes) {
  plain_merge_sort<Words>(sort, bytes);
}

}  // namespace texelsort::algorithms
