#include "compute/algorithms/merge/cuda/merge.cuh"

namespace texelsort::algorithms::merge::device {

void bitonic_or_path_64(const MergeCall& call, Stream stream) {
  using Word = std::uint64_t;
  if (call.merger == Merger::bitonic) {
    merge_tiles<Word, BitonicMerger>(call, call.width, stream);
  } else {
    merge_tiles<Word, PathMerger>(call, path_shape(sizeof(Word), call.arrays.payload_in != nullptr).threads, stream);
  }
}

}  // namespace texelsort::algorithms::merge::device
