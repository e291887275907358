#include "compute/algorithms/ordered/cuda/width.cuh"

namespace texelsort::algorithms::ordered {

const WidthCalls width_64 = width_calls<std::uint64_t>();

}  // namespace texelsort::algorithms::ordered
