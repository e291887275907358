#include "compute/cuda/launch.h"

#include <map>
#include <utility>

#include <cuda_runtime_api.h>

#include "compute/cuda/error.h"

namespace texelsort::cuda {

void allow_shared(const void* kernel, std::uint64_t bytes) {
  // Dynamic shared memory in bytes that kernels may already use, by kernel and device. Each thread has its own table,
  // because repeated requests to the driver are harmless.
  thread_local std::map<std::pair<const void*, int>, std::uint64_t> allowed;
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  std::uint64_t& known = allowed[{kernel, device}];
  if (known >= bytes) return;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
        "cudaFuncSetAttribute");
  known = bytes;
}

bool can_start_early(const void* kernel) {
  constexpr int first_version = 90;
  thread_local std::map<std::pair<const void*, int>, bool> known;
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  const auto [found, is_new] = known.try_emplace({kernel, device}, false);
  if (is_new) {
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, kernel), "cudaFuncGetAttributes");
    // Check the PTX version, too, because the driver may have compiled older PTX for a device of capability 9.0.
    found->second = attributes.ptxVersion >= first_version && attributes.binaryVersion >= first_version;
  }
  return found->second;
}

}  // namespace texelsort::cuda
