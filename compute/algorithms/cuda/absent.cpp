// Replaces the kernels of the CUDA baselines in a build without CUDA. The program calls only the functions for
// versions, because the algorithms are not available.
#include "compute/algorithms/baselines/cuda/cccl_versions.h"
#include "compute/algorithms/baselines/cuda/launch.h"
#include "compute/cuda/error.h"

namespace texelsort::algorithms {

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
