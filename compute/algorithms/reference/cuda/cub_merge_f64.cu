#include "compute/algorithms/reference/cuda/cub_merge.cuh"

namespace texelsort::algorithms {

void merge_sort_f64(const CubMerge& sort, std::size_t& bytes) {
  plain_merge_sort<double>(sort, bytes);
}

}  // namespace texelsort::algorithms
