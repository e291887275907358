#include "compute/algorithms/warpsort/cuda/warpsort.cuh"

namespace texelsort::algorithms::warpsort {

template struct OfWidth<std::uint32_t>;

}  // namespace texelsort::algorithms::warpsort
