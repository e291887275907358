#include "compute/algorithms/reference/cuda/cub_merge.cuh"

namespace texelsort::algorithms {

template void merge_sort<ByCodes<Words>>(const CubMerge&, std::size_t&);
template void merge_sort<ByCodes<LongWords>>(const CubMerge&, std::size_t&);

}  // namespace texelsort::algorithms
