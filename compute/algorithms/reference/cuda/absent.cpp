// In a program that was built without CUDA, nothing here is reached: the algorithms are not available.
#include "compute/algorithms/reference/cuda/cccl_versions.h"
#include "compute/algorithms/reference/cuda/cub_kernels.h"
#include "compute/algorithms/reference/cuda/thrust_merge.h"
#include "compute/cuda/error.h"

namespace texelsort::algorithms {

unsigned cub_radix_sort(const CubSort&) {
  cuda::throw_absent();
}
std::size_t cub_radix_bytes(unsigned, unsigned, std::uint64_t) {
  cuda::throw_absent();
}
void cub_merge_sort(const CubMerge&) {
  cuda::throw_absent();
}
std::size_t cub_merge_bytes(const CubMerge&) {
  cuda::throw_absent();
}
void encode_keys(void*, std::uint64_t, data::KeyType, data::Order, CUstream_st*) {
  cuda::throw_absent();
}
void decode_keys(void*, std::uint64_t, data::KeyType, data::Order, CUstream_st*) {
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
ThrustMemory::~ThrustMemory() = default;
char* ThrustMemory::allocate(std::ptrdiff_t) {
  cuda::throw_absent();
}
void ThrustMemory::deallocate(char*, std::size_t) {
  cuda::throw_absent();
}
void thrust_merge(const ThrustMerge&, ThrustMemory&) {
  cuda::throw_absent();
}

}  // namespace texelsort::algorithms
