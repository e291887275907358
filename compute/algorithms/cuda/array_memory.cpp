#include "compute/algorithms/cuda/array_memory.h"

#include <memory>

#include "compute/cuda/choice.h"
#include "compute/cuda/exportable_memory.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {

bool has_cuda_memory(const gpu::DeviceInfo& device) {
  return device.imports_memory && device.cuda_ordinal.has_value();
}

std::optional<std::string> memory_refusal(const gpu::DeviceInfo& device, ArrayMemory memory) {
  if (memory == ArrayMemory::opengl || has_cuda_memory(device)) return std::nullopt;
  return "memory = cuda needs a CUDA device that is also the OpenGL device and whose memory OpenGL can import";
}

BufferMaker maker_of(ArrayMemory memory, gpu::Device& device, const cuda::ExecutionOptions& execution) {
  const BufferMaker usual = buffers_of(device);
  if (memory == ArrayMemory::opengl || !has_cuda_memory(device.info())) return usual;
  const cuda::Choice choice = cuda::choose(device.info(), execution);
  if (choice.sharing != cuda::Sharing::imported) return usual;
  return [ordinal = choice.ordinal, usual](std::uint64_t bytes, std::string_view label) {
    try {
      return gpu::Buffer(std::make_shared<cuda::ExportableMemory>(ordinal, bytes, label), label);
    } catch (const UnavailableError&) {
      return usual(bytes, label);
    }
  };
}

}  // namespace texelsort::algorithms
