// In a program that was built without CUDA, nothing here is reached: the algorithms are not available.
#include "compute/algorithms/cuda/sample/launch.h"
#include "compute/cuda/error.h"

namespace texelsort::algorithms::sample {

void bitonic_pass(const Arrays&, const BitonicPass&, Stream) {
  cuda::throw_absent();
}
void select_samples(const void*, std::uint64_t, const Sublists&, const BucketTables&, Stream) {
  cuda::throw_absent();
}
void select_splitters(std::uint64_t, const Sublists&, const BucketTables&, Stream) {
  cuda::throw_absent();
}
void search_splitters(const Arrays&, const Sublists&, const BucketTables&, std::uint32_t, bool, Stream) {
  cuda::throw_absent();
}
void relocate(const Arrays&, const Sublists&, const BucketTables&, std::uint32_t, Stream) {
  cuda::throw_absent();
}
void scan_rows(const RowScan&, Stream) {
  cuda::throw_absent();
}
void draw_splitters(const Arrays&, const Distribution&, Stream) {
  cuda::throw_absent();
}
void count_buckets(const Arrays&, const Distribution&, Stream) {
  cuda::throw_absent();
}
void find_buckets(const Arrays&, const Distribution&, Stream) {
  cuda::throw_absent();
}
void scatter_buckets(const Arrays&, const Distribution&, Stream) {
  cuda::throw_absent();
}
void move_tiles(const Arrays&, const Distribution&, Stream) {
  cuda::throw_absent();
}
void sort_buckets(const Arrays&, const BucketSort&, Stream) {
  cuda::throw_absent();
}

}  // namespace texelsort::algorithms::sample
