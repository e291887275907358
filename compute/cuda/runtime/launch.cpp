#include "compute/cuda/launch.h"

#include <map>
#include <utility>

#include <cuda_runtime_api.h>

#include "compute/cuda/error.h"

namespace texelsort::cuda {

void allow_shared(const void* kernel, std::uint64_t bytes) {
  thread_local std::map<std::pair<const void*, int>, std::uint64_t> allowed;  // saying it once more does no harm
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  std::uint64_t& known = allowed[{kernel, device}];
  if (known >= bytes) return;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
        "cudaFuncSetAttribute");
  known = bytes;
}

}  // namespace texelsort::cuda
