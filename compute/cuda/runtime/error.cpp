#include "compute/cuda/error.h"

#include <cstdlib>
#include <string>

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include "compute/data/error.h"

namespace texelsort::cuda {
namespace {

// Name of the last launched kernel, for error messages; needs no lock, because one thread calls CUDA.
std::string last_kernel;

bool is_machines_fault(cudaError_t error) {
  switch (error) {
    case cudaErrorMemoryAllocation:
    case cudaErrorNoDevice:
    case cudaErrorInsufficientDriver:
    case cudaErrorStubLibrary:
    case cudaErrorDevicesUnavailable:
    case cudaErrorNotSupported:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorSystemDriverMismatch:
    case cudaErrorSystemNotReady:
    case cudaErrorCompatNotSupportedOnDevice:
      return true;
    default:
      return false;
  }
}

[[noreturn]] void fail(cudaError_t error, std::string_view call, const std::string& more) {
  cudaGetLastError();  // clear CUDA's last error, so that later calls do not report it again
  const std::string after = last_kernel.empty() ? "" : fmt::format(" after kernel {}", last_kernel);
  const std::string message = fmt::format("CUDA: {} failed{}: {} ({}){}", call, after, cudaGetErrorString(error),
                                          cudaGetErrorName(error), more);
  if (is_machines_fault(error)) throw UnavailableError(message);
  throw InternalError(message);
}

bool synchronous() {
  static const bool asked = [] {
    const char* text = std::getenv("TEXELSORT_CUDA_SYNCHRONOUS");
    return text != nullptr && std::string_view(text) == "1";
  }();
  return asked;
}

}  // namespace

void check(int result, std::string_view call) {
  const auto error = static_cast<cudaError_t>(result);
  if (error == cudaSuccess) return;
  fail(error, call, error == cudaErrorMemoryAllocation ? "; choose a smaller n" : "");
}

void check_allocation(int result, std::string_view call, std::string_view what, std::uint64_t bytes) {
  if (result != cudaErrorMemoryAllocation) return check(result, call);
  cudaGetLastError();
  std::size_t free = 0, total = 0;
  cudaMemGetInfo(&free, &total);
  throw UnavailableError(
      fmt::format("CUDA: not enough device memory for {}: {} bytes are needed, but only {} of {} bytes are free: "
                  "choose a smaller n",
                  what, bytes, free, total));
}

void check_launch(std::string_view kernel) {
  last_kernel = kernel;
  check(cudaGetLastError(), "the launch");
  if (synchronous()) check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
}

}  // namespace texelsort::cuda
