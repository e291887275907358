#pragma once

#include <optional>
#include <string>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "compute/algorithms/core/settings.h"
#include "compute/cuda/execution.h"
#include "compute/gpu/device.h"

/// Whose memory the arrays of a sort by compute shaders stand in.
namespace texelsort::algorithms {

/// OpenGL's own, or CUDA's, which OpenGL imports. The driver of an H200 (580.159) has OpenGL's in small pages: what
/// writes here and there waits for addresses.
enum class ArrayMemory : std::uint8_t { opengl, cuda };

/// Whether the device may have its arrays in CUDA's memory: another one of the same graphics card's.
bool has_cuda_memory(const gpu::DeviceInfo& device);
std::optional<std::string> memory_refusal(const gpu::DeviceInfo& device, ArrayMemory memory);

/// Makes buffers there; in OpenGL's memory where CUDA has no room.
BufferMaker maker_of(ArrayMemory memory, const gpu::DeviceInfo& device, const cuda::ExecutionOptions& execution);

template <typename S>
Field<S> memory_field(ArrayMemory S::*memory, ArrayMemory tuned = ArrayMemory::opengl) {
  const std::string chosen = tuned == ArrayMemory::opengl ? "OpenGL's." : "CUDA's where that can be.";
  return field(memory, "memory", "", Choices{{"opengl", "cuda"}}, std::nullopt,
               "Whose memory the arrays stand in: OpenGL's own, or CUDA's, which OpenGL imports where both have one "
               "graphics card and which has larger pages. Tuned: " +
                   chosen);
}

}  // namespace texelsort::algorithms
