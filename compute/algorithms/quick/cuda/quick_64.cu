#include "compute/algorithms/quick/cuda/quick.cuh"

namespace texelsort::algorithms::quick {

template struct OfWidth<std::uint64_t>;

}  // namespace texelsort::algorithms::quick
