#include "compute/cuda/stream.h"

#include <cuda_runtime_api.h>

#include "compute/cuda/device.h"
#include "compute/cuda/error.h"

namespace texelsort::cuda {

Stream::Stream(int ordinal) : ordinal_(ordinal) {
  use(ordinal);
  cudaStream_t handle = nullptr;
  check(cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking), "cudaStreamCreate");
  handle_.reset(handle);
}

void Stream::Release::operator()(CUstream_st* handle) const {
  cudaStreamDestroy(handle);
}

void Stream::wait() const {
  check(cudaStreamSynchronize(handle()), "cudaStreamSynchronize");
}

}  // namespace texelsort::cuda
