#include "compute/algorithms/merge/cuda/merge.cuh"

namespace texelsort::algorithms::merge::device {

void two_way_32(const MergeCall& call, Stream stream) {
  merge_blocks<std::uint32_t, TwoWayMerger>(call, stream);
}

void two_way_runs_32(const MergeRunsCall& call, Stream stream) {
  merge_own_runs<std::uint32_t, TwoWayMerger>(call, stream);
}

}  // namespace texelsort::algorithms::merge::device
