#include "compute/algorithms/reference/cuda/cub_merge.cuh"

namespace texelsort::algorithms {

template void merge_sort<Plain<float>>(const CubMerge&, std::size_t&);

}  // namespace texelsort::algorithms
