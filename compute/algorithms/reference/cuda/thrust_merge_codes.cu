#include "compute/algorithms/reference/cuda/thrust_merge.cuh"

namespace texelsort::algorithms {

template void merge_as<ByCodes<Words>>(const ThrustMerge&, ThrustMemory&);
template void merge_as<ByCodes<LongWords>>(const ThrustMerge&, ThrustMemory&);

}  // namespace texelsort::algorithms
