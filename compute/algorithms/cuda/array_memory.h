#pragma once

#include <optional>
#include <string>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "compute/algorithms/core/settings.h"
#include "compute/cuda/execution.h"
#include "compute/gpu/device.h"

/// Choice of the memory in which compute-shader sorts store their arrays.
namespace texelsort::algorithms {

/// Allocator of an array's memory: OpenGL, or CUDA, whose memory OpenGL imports. On an H200 (driver 580.159), OpenGL's
/// own memory has small pages, so that scattered writes wait for address translation.
enum class ArrayMemory : std::uint8_t { opengl, cuda };

/// Returns whether the device's arrays can be in CUDA memory, which requires that CUDA and OpenGL use the same graphics
/// card.
bool has_cuda_memory(const gpu::DeviceInfo& device);
std::optional<std::string> memory_refusal(const gpu::DeviceInfo& device, ArrayMemory memory);

/// Returns the function that allocates buffers in this memory. If CUDA memory is full, the function allocates OpenGL
/// memory.
BufferMaker maker_of(ArrayMemory memory, gpu::Device& device, const cuda::ExecutionOptions& execution);

template <typename S>
Field<S> memory_field(ArrayMemory S::*memory, ArrayMemory tuned = ArrayMemory::opengl) {
  const std::string chosen = tuned == ArrayMemory::opengl ? "opengl." : "cuda if available.";
  return field(memory, "memory", "", Choices{{"opengl", "cuda"}}, std::nullopt,
               "Memory of the arrays. opengl: allocated by OpenGL. cuda: allocated by CUDA, with larger pages, and "
               "imported by OpenGL, if both use the same graphics card. Default: " +
                   chosen);
}

}  // namespace texelsort::algorithms
