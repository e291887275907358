#include "compute/algorithms/randomized/cuda/bucket_sort.cuh"
#include "compute/algorithms/randomized/cuda/distribution.cuh"

namespace texelsort::algorithms::sample {
namespace {

bool is_wide(const Arrays& arrays) {
  return data::key_bytes(arrays.order.type) == 8;
}

}  // namespace

static_assert(most_small == kernels::quick_base);

void draw_splitters(const Arrays& arrays, const Distribution& level, Stream stream) {
  (is_wide(arrays) ? draw_of<std::uint64_t> : draw_of<std::uint32_t>)(arrays, level, stream);
}

void count_buckets(const Arrays& arrays, const Distribution& level, Stream stream) {
  (is_wide(arrays) ? count_of<std::uint64_t> : count_of<std::uint32_t>)(arrays, level, stream);
}

void find_buckets(const Arrays& arrays, const Distribution& level, Stream stream) {
  (is_wide(arrays) ? find_of<std::uint64_t> : find_of<std::uint32_t>)(arrays, level, stream);
}

void scatter_buckets(const Arrays& arrays, const Distribution& level, Stream stream) {
  (is_wide(arrays) ? scatter_of<std::uint64_t> : scatter_of<std::uint32_t>)(arrays, level, stream);
}

void move_tiles(const Arrays& arrays, const Distribution& level, Stream stream) {
  (is_wide(arrays) ? move_of<std::uint64_t> : move_of<std::uint32_t>)(arrays, level, stream);
}

void sort_buckets(const Arrays& arrays, const BucketSort& sort, Stream stream) {
  (is_wide(arrays) ? sort_buckets_64 : sort_buckets_32)(arrays, sort, stream);
}

}  // namespace texelsort::algorithms::sample
