#include "compute/cuda/event.h"

#include <cuda_runtime_api.h>

#include "compute/cuda/error.h"

namespace texelsort::cuda {

Event::Event() {
  cudaEvent_t handle = nullptr;
  check(cudaEventCreate(&handle), "cudaEventCreate");
  handle_.reset(handle);
}

void Event::Release::operator()(CUevent_st* handle) const {
  cudaEventDestroy(handle);
}

void Event::record(const Stream& stream) {
  check(cudaEventRecord(handle_.get(), stream.handle()), "cudaEventRecord");
}

bool Event::reached() const {
  const cudaError_t result = cudaEventQuery(handle_.get());
  if (result == cudaErrorNotReady) {
    cudaGetLastError();
    return false;
  }
  check(result, "cudaEventQuery");
  return true;
}

void Event::wait() const {
  check(cudaEventSynchronize(handle_.get()), "cudaEventSynchronize");
}

double Event::ms_since(const Event& start) const {
  float ms = 0;
  check(cudaEventElapsedTime(&ms, start.handle_.get(), handle_.get()), "cudaEventElapsedTime");
  return ms;
}

}  // namespace texelsort::cuda
