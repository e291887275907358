#pragma once

#include <optional>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "compute/cuda/choice.h"
#include "compute/cuda/interop.h"
#include "compute/cuda/stream.h"
#include "compute/gpu/executor.h"

namespace texelsort::algorithms {

/// What a run on CUDA and its timer share: the stream that kernels are launched in, and the buffers that are mapped for
/// them.
struct CudaBridge {
  CudaBridge(gpu::Device& device, const cuda::Choice& choice)
      : opengl(device), stream(choice.ordinal.value()), buffers(choice, stream) {}

  /// Makes buffers that the two share.
  BufferMaker maker() {
    return [this](std::uint64_t bytes, std::string_view label) { return buffers.make(bytes, label); };
  }

  gpu::Device& opengl;
  cuda::Stream stream;
  cuda::SharedBuffers buffers;
};

}  // namespace texelsort::algorithms
