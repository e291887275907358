#include "compute/algorithms/randomized/cuda/bucket_sort.cuh"

namespace texelsort::algorithms::sample {

void sort_buckets_32(const Arrays& arrays, const BucketSort& sort, Stream stream) {
  sort_buckets_of<std::uint32_t>(arrays, sort, stream);
}

}  // namespace texelsort::algorithms::sample
