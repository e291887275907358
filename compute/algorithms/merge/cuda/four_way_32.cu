#include "compute/algorithms/merge/cuda/merge.cuh"

namespace texelsort::algorithms::merge::device {

void four_way_32(const MergeCall& call, Stream stream) {
  merge_blocks<std::uint32_t, FourWayMerger>(call, stream);
}

void four_way_runs_32(const MergeRunsCall& call, Stream stream) {
  merge_own_runs<std::uint32_t, FourWayMerger>(call, stream);
}

}  // namespace texelsort::algorithms::merge::device
