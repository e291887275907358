#include "compute/algorithms/reference/cuda/cub_radix.cuh"

namespace texelsort::algorithms {

template unsigned radix_sort<Words>(const CubSort&, std::size_t&);

}  // namespace texelsort::algorithms
