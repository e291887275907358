#include "compute/algorithms/reference/cuda/cub_merge.cuh"

namespace texelsort::algorithms {

template void merge_sort<LongWords>(const CubSort&, data::KeyType, data::Order, std::size_t&);

}  // namespace texelsort::algorithms
