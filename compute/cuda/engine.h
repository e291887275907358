#pragma once

#include <cstdint>

namespace texelsort::cuda {

/// Executor of kernels.
enum class Engine : std::uint8_t {
  cuda,  ///< an NVIDIA device
  cpu,   ///< the CPU, thread by thread; see compute/simt
};

/// Returns the engine of the device that use() has selected. Before any use(), this is CUDA if there is an NVIDIA
/// device, otherwise the CPU.
Engine present_engine();

}  // namespace texelsort::cuda
