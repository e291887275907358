#pragma once

#include <cstdint>

namespace texelsort::cuda {

/// What executes kernels.
enum class Engine : std::uint8_t {
  cuda,  ///< an NVIDIA device
  cpu,   ///< the CPU, thread by thread: see compute/simt
};

/// The engine of the device that use() has made the present one. Before any use() it is CUDA if there is an NVIDIA
/// device, otherwise the CPU.
Engine present_engine();

}  // namespace texelsort::cuda
