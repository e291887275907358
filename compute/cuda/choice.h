#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "compute/cuda/device.h"
#include "compute/cuda/execution.h"
#include "compute/gpu/device.h"

namespace texelsort::cuda {

/// How CUDA and OpenGL have the same arrays, the best first.
enum class Sharing : std::uint8_t {
  imported,  ///< buffers are made in CUDA's memory, which OpenGL imports
  mapped,    ///< CUDA maps OpenGL's memory
  copied,    ///< the same, and what is mapped is copied within the device into CUDA's memory, and back
  staged,    ///< copies through the host
};
std::string_view name(Sharing sharing);

/// What executes kernels beside an OpenGL device, and how data gets from one to the other.
struct Choice {
  int ordinal = cpu_ordinal;
  Sharing sharing = Sharing::staged;
  std::string reason;                     ///< why copies go through the host; empty if they do not
  std::optional<simt::Options> on_cpu{};  ///< of ExecutionOptions, if the CPU executes the kernels
};

/// The same device where there is one, else the first that is fit, with copies through the host, else the CPU, or the
/// CPU if `execution` asks for it.
/// TEXELSORT_CUDA_INTEROP=mapped, copies or staging asks for less than the best way. For an OpenGL device that is not
/// matched through EGL, its context must be current. Throws UsageError if the variable has another value.
Choice choose(const gpu::DeviceInfo& opengl, const ExecutionOptions& execution);

}  // namespace texelsort::cuda
