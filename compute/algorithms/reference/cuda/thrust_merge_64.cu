#include "compute/algorithms/reference/cuda/thrust_merge.cuh"

namespace texelsort::algorithms {

void thrust_merge_64(const ThrustMerge& merge, ThrustMemory& memory) {
  thrust_merge_of<LongWords>(merge, memory);
}

}  // namespace texelsort::algorithms
