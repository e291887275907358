#include "compute/algorithms/ordered/cuda/launch.h"
#include "compute/cuda/error.h"

/// In place of the kernels, where there is no CUDA compiler.
namespace texelsort::algorithms::ordered {

std::uint64_t tile_keys(const KeyOrder&, bool) {
  cuda::throw_absent();
}
std::uint64_t bucket_capacity(const KeyOrder&, bool) {
  cuda::throw_absent();
}
std::uint64_t most_samples() {
  cuda::throw_absent();
}
std::uint64_t shared_bytes(const KeyOrder&, bool) {
  cuda::throw_absent();
}
void draw_splitters(const Keys&, const Level&, const Tables&, void*, Stream) {
  cuda::throw_absent();
}
std::uint64_t draw_bytes(const KeyOrder&, const Level&) {
  cuda::throw_absent();
}
void count_buckets(const Keys&, const Level&, const Tables&, Stream) {
  cuda::throw_absent();
}
std::uint64_t scan_bytes(std::uint64_t) {
  cuda::throw_absent();
}
void scan_counts(std::uint64_t*, std::uint64_t, void*, std::uint64_t, Stream) {
  cuda::throw_absent();
}
void scatter(const Keys&, const Level&, const Tables&, Stream) {
  cuda::throw_absent();
}
void cut_segments(const Cut&, Stream) {
  cuda::throw_absent();
}
void sort_buckets(const Keys&, std::uint64_t, const std::uint64_t*, Stream) {
  cuda::throw_absent();
}

}  // namespace texelsort::algorithms::ordered
