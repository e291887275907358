#pragma once

#include <cstdint>

namespace texelsort::cuda {

/// What executes kernels.
enum class Engine : std::uint8_t {
  cuda,  ///< an NVIDIA device
  cpu,   ///< the CPU, thread by thread: see compute/simt
};

/// That of the device which use() has made the present one; CUDA's before any.
Engine present_engine();

}  // namespace texelsort::cuda
