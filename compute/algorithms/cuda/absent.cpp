// In place of what is launched for all keys alike. In a program that was built without CUDA nothing here is reached but
// the versions: the algorithms are not available.
#include "compute/algorithms/cuda/kernels/scans.h"
#include "compute/algorithms/ordered/cuda/launch.h"
#include "compute/algorithms/quick/cuda/launch.h"
#include "compute/algorithms/radix/cuda/launch.h"
#include "compute/algorithms/records/cuda/launch.h"
#include "compute/algorithms/reference/cuda/cccl_versions.h"
#include "compute/algorithms/reference/cuda/launch.h"
#include "compute/algorithms/warpsort/cuda/launch.h"
#include "compute/cuda/error.h"

namespace texelsort::algorithms {

void kernels::scan_rows(const RowScan&, Stream) {
  cuda::throw_absent();
}
void kernels::scan_by_block(std::uint64_t*, std::uint64_t, Stream) {
  cuda::throw_absent();
}
void kernels::scan_by_cub(std::uint64_t*, std::uint64_t, void*, std::uint64_t, Stream) {
  cuda::throw_absent();
}
std::uint64_t kernels::scan_bytes(std::uint64_t) {
  cuda::throw_absent();
}

void ordered::scan_counts(std::uint64_t*, std::uint64_t, void*, std::uint64_t, Stream) {
  cuda::throw_absent();
}
void ordered::cut_segments(const Cut&, Stream) {
  cuda::throw_absent();
}
void quick::place_classes(const SharedPart*, std::uint64_t, std::uint64_t*, std::uint64_t*, Stream) {
  cuda::throw_absent();
}
void radix::clear(void*, std::uint64_t, Stream) {
  cuda::throw_absent();
}
void radix::scan_bins(unsigned, unsigned, std::uint64_t*, Stream) {
  cuda::throw_absent();
}
void warpsort::place_parts(const Settings&, std::uint64_t, std::uint64_t, std::uint64_t, const std::uint64_t*,
                           std::uint64_t*, Stream) {
  cuda::throw_absent();
}

void records::gather(const Gather&) {
  cuda::throw_absent();
}
void records::gather_by_groups(const Gather&) {
  cuda::throw_absent();
}
void records::columns_to_rows(const Gather&) {
  cuda::throw_absent();
}
void records::gather_rows_to_columns(const Gather&) {
  cuda::throw_absent();
}
void records::extract_keys(const std::uint32_t*, std::uint64_t, std::uint32_t, std::uint32_t, std::uint32_t*,
                           std::uint32_t*, CUstream_st*) {
  cuda::throw_absent();
}

void map_keys(bool, void*, std::uint64_t, data::KeyType, data::Order, CUstream_st*) {
  cuda::throw_absent();
}
ThrustMemory::~ThrustMemory() = default;
char* ThrustMemory::allocate(std::ptrdiff_t) {
  cuda::throw_absent();
}
void ThrustMemory::deallocate(char*, std::size_t) {
  cuda::throw_absent();
}
std::string cccl_version() {
  return {};
}
std::string cub_version() {
  return {};
}
std::string thrust_version() {
  return {};
}

}  // namespace texelsort::algorithms
