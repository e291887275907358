#pragma once

#include "compute/algorithms/cuda/kernels/block_quick_sort.cuh"
#include "compute/algorithms/randomized/cuda/launch.h"
#include "compute/cuda/error.h"

namespace texelsort::algorithms::randomized::device {

static_assert(most_small == kernels::quick_base);

inline constexpr unsigned most_sort_threads = 512;

template <typename Word, typename Payload, typename Less>
__global__ void __launch_bounds__(most_sort_threads)
    bucket_sort_kernel(const kernels::TwoSides<Word, Payload, Less> arrays, const BucketSort sort) {
  __shared__ kernels::QuickShared<Word, Payload> shared;
  const Bucket bucket = sort.buckets[blockIdx.x];
  kernels::QuickSettings settings;
  settings.small = sort.small;
  settings.depth = sort.depth;
  settings.seed = sort.seed;
  const std::uint64_t first = bucket.first;
  kernels::block_quick_sort(arrays, first, first + bucket.count, 0, 0, settings, shared);
}

template <typename Word>
void launch_bucket_sort(const Arrays& arrays, const BucketSort& sort, Stream stream) {
  kernels::with_types<Word>(arrays, [&]<typename Payload, typename Less>(
                                        const kernels::Typed<Word, Payload, Less>& typed) {
    bucket_sort_kernel<Word, Payload, Less><<<sort.count, sort.threads, 0, stream>>>(kernels::two_sides(typed), sort);
  });
  cuda::check_launch("sorting of buckets");
}

}  // namespace texelsort::algorithms::randomized::device
