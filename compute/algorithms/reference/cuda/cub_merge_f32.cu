#include "compute/algorithms/reference/cuda/cub_merge.cuh"

namespace texelsort::algorithms {

void merge_sort_f32(const CubMerge& sort, std::size_t& bytes) {
  plain_merge_sort<float>(sort, bytes);
}

}  // namespace texelsort::algorithms
