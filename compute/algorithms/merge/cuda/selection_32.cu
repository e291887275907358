#include "compute/algorithms/merge/cuda/select_kernels.cuh"

namespace texelsort::algorithms::merge::device {

void select_splitters_32(const SelectCall& call, Stream stream) {
  select_of_width<std::uint32_t>(call, stream);
}

}  // namespace texelsort::algorithms::merge::device
