#include <cub/version.cuh>

#include <thrust/version.h>

#include "compute/algorithms/reference/cuda/cccl_versions.h"

#if __has_include(<cuda/version>)
#include <cuda/version>
#endif

namespace texelsort::algorithms {
namespace {

/// Of MMMmmmpp, as CUB and Thrust have it with 100 patches, or MMMmmmppp.
std::string text(unsigned number, unsigned patches) {
  return std::to_string(number / (1000 * patches)) + "." + std::to_string(number / patches % 1000) + "." +
         std::to_string(number % patches);
}

}  // namespace

std::string cub_version() {
  return text(CUB_VERSION, 100);
}
std::string thrust_version() {
  return text(THRUST_VERSION, 100);
}
std::string cccl_version() {
#ifdef CCCL_VERSION
  return text(CCCL_VERSION, 1000);
#else
  return cub_version();  // toolkits before 12.3 number the libraries each by itself
#endif
}

}  // namespace texelsort::algorithms
