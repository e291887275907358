#include "compute/algorithms/reference/cuda/thrust_merge.cuh"

namespace texelsort::algorithms {

template void merge_as<Plain<LongWords>>(const ThrustMerge&, ThrustMemory&);
template void merge_as<Plain<long long>>(const ThrustMerge&, ThrustMemory&);

}  // namespace texelsort::algorithms
