// In a program that was built without CUDA, nothing here is reached: the algorithms are not available.
#include "compute/algorithms/radix/cuda/launch.h"
#include "compute/cuda/error.h"

namespace texelsort::algorithms::radix {

void clear(void*, std::uint64_t, Stream) {
  cuda::throw_absent();
}
std::uint64_t shared_bytes(const Move&) {
  cuda::throw_absent();
}
void onesweep_histograms(const Move&, unsigned, std::uint64_t*, Stream) {
  cuda::throw_absent();
}
void scan_bins(unsigned, unsigned, std::uint64_t*, Stream) {
  cuda::throw_absent();
}
void onesweep_pass(const Move&, const OnesweepTables&, Stream) {
  cuda::throw_absent();
}
void srts_reduce(const Move&, const SrtsShares&, std::uint64_t*, Stream) {
  cuda::throw_absent();
}
void srts_scan(std::uint64_t*, std::uint64_t, Stream) {
  cuda::throw_absent();
}
void srts_scatter(const Move&, const SrtsShares&, const std::uint64_t*, Stream) {
  cuda::throw_absent();
}
void grs_rank(const Move&, std::uint64_t*, std::uint16_t*, Stream) {
  cuda::throw_absent();
}
std::uint64_t grs_scan_bytes(std::uint64_t) {
  cuda::throw_absent();
}
void grs_scan(std::uint64_t*, std::uint64_t, void*, std::uint64_t, Stream) {
  cuda::throw_absent();
}
void grs_move(const Move&, const std::uint64_t*, const std::uint16_t*, Stream) {
  cuda::throw_absent();
}

}  // namespace texelsort::algorithms::radix
