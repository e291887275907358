#include "compute/algorithms/cuda/cuda_algorithm.h"

#include <algorithm>

#include <fmt/format.h>

namespace texelsort::algorithms {

Availability cuda_availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution,
                               bool by_cuda_alone) {
  if (by_cuda_alone && !cuda::devices().reason.empty()) return {false, cuda::devices().reason};
  if (by_cuda_alone && execution.engine == cuda::Engine::cpu) {
    return {false, "it is a library of the CUDA toolkit, whose kernels the CPU cannot execute"};
  }
  if (!cuda::cpu_absence().empty() && !cuda::devices().reason.empty()) return {false, std::string(cuda::cpu_absence())};
  if (device == nullptr) return {false, "its arrays are OpenGL buffers, but this machine has no usable OpenGL"};
  return {};
}

std::optional<std::string> cpu_refusal(const cuda::DeviceInfo& device, std::uint64_t n, std::uint64_t most) {
  if (device.engine != cuda::Engine::cpu || n <= most) return std::nullopt;
  return fmt::format(
      "n = {} exceeds the limit of {} keys for kernels that the CPU executes, thread by thread: choose fewer keys, or "
      "a machine with an NVIDIA device",
      n, most);
}

std::uint64_t array_bytes(const ProblemForm& form) {
  return form.n * (data::key_bytes(form.type) + data::payload_bytes(form.payload));
}

std::optional<std::string> cuda_memory_refusal(const gpu::DeviceInfo& device, const ProblemForm& form,
                                               std::uint64_t bytes, std::uint64_t largest) {
  const cuda::Choice choice = cuda::choose(device, form.execution);
  // CUDA maps an OpenGL buffer without a copy only if the buffer is a single GL object. Copies on the device that
  // OpenGL also uses need the memory twice.
  const bool several = choice.sharing == cuda::Sharing::mapped && largest > gpu::GlStorage::most_in_one;
  const bool copies = choice.sharing >= cuda::Sharing::copied || several;
  const bool twice = copies && device.cuda_ordinal == choice.ordinal;
  return memory_refusal(form.n, (twice ? 2 : 1) * bytes, cuda::memory(choice.ordinal));
}

std::optional<std::string> memory_refusal(std::uint64_t n, std::uint64_t bytes, const cuda::Memory& memory) {
  if (bytes <= memory.free) return std::nullopt;
  return fmt::format(
      "n = {} needs {} bytes of CUDA device memory, but only {} of {} bytes are free: choose at most about n = "
      "{}",
      n, bytes, memory.free, memory.total,
      static_cast<std::uint64_t>(static_cast<double>(n) * static_cast<double>(memory.free) /
                                 static_cast<double>(bytes)));
}

}  // namespace texelsort::algorithms
