#include "compute/algorithms/ordered/cuda/width.cuh"

namespace texelsort::algorithms::ordered {

const WidthCalls width_32 = width_calls<std::uint32_t>();

}  // namespace texelsort::algorithms::ordered
