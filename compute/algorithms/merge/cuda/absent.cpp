// In a program that was built without CUDA, nothing here is reached: the algorithms are not available.
#include "compute/algorithms/merge/cuda/launch.h"
#include "compute/cuda/error.h"

namespace texelsort::algorithms::merge::device {

void select_splitters(const SelectCall&, Stream) {
  cuda::throw_absent();
}
void merge_parts(const MergeCall&, Stream) {
  cuda::throw_absent();
}
std::uint64_t merge_shared_bytes(Merger, Network, unsigned, unsigned, bool) {
  cuda::throw_absent();
}
void sort_sequences(const SortSequencesCall&, Stream) {
  cuda::throw_absent();
}
void merge_runs(const MergeRunsCall&, Stream) {
  cuda::throw_absent();
}
std::uint64_t sort_shared_bytes(FirstLevel, unsigned, bool) {
  cuda::throw_absent();
}

}  // namespace texelsort::algorithms::merge::device
