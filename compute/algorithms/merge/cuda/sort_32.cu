#include "compute/algorithms/merge/cuda/sort.cuh"

namespace texelsort::algorithms::merge::device {

void sort_sequences_32(const SortSequencesCall& call, Stream stream) {
  sort_of_width<std::uint32_t>(call, stream);
}

}  // namespace texelsort::algorithms::merge::device
