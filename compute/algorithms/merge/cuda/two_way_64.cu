#include "compute/algorithms/merge/cuda/merge.cuh"

namespace texelsort::algorithms::merge::device {

void two_way_64(const MergeCall& call, Stream stream) {
  merge_blocks<std::uint64_t, TwoWayMerger>(call, stream);
}

void two_way_runs_64(const MergeRunsCall& call, Stream stream) {
  merge_own_runs<std::uint64_t, TwoWayMerger>(call, stream);
}

}  // namespace texelsort::algorithms::merge::device
