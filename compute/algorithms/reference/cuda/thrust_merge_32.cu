#include "compute/algorithms/reference/cuda/thrust_merge.cuh"

namespace texelsort::algorithms {

template void merge_as<Plain<Words>>(const ThrustMerge&, ThrustMemory&);
template void merge_as<Plain<int>>(const ThrustMerge&, ThrustMemory&);

}  // namespace texelsort::algorithms
