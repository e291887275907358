#include "compute/algorithms/reference/cuda/thrust_merge.cuh"

namespace texelsort::algorithms {

void thrust_merge_32(const ThrustMerge& merge, ThrustMemory& memory) {
  thrust_merge_of<Words>(merge, memory);
}

}  // namespace texelsort::algorithms
