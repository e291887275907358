#include "compute/algorithms/reference/cuda/thrust_merge.cuh"

namespace texelsort::algorithms {

template void merge_as<Plain<float>>(const ThrustMerge&, ThrustMemory&);
template void merge_as<Plain<double>>(const ThrustMerge&, ThrustMemory&);

}  // namespace texelsort::algorithms
