#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "compute/cuda/device.h"
#include "compute/cuda/execution.h"
#include "compute/gpu/device.h"

namespace texelsort::cuda {

/// Kinds of sharing arrays between CUDA and OpenGL, from fastest to slowest.
enum class Sharing : std::uint8_t {
  imported,  ///< CUDA allocates the memory of buffers, and OpenGL imports it
  mapped,    ///< OpenGL allocates the memory of buffers, and CUDA maps it
  copied,    ///< CUDA maps OpenGL's buffers, but works on copies within the device
  staged,    ///< CUDA works on copies that pass through the host
};
std::string_view name(Sharing sharing);

/// Device that executes kernels for an OpenGL device, and the kind of sharing arrays with it.
struct Choice {
  int ordinal = cpu_ordinal;
  Sharing sharing = Sharing::staged;
  std::string reason;  ///< reason why shared arrays are copied through the host; empty if they are not
  /// Options of kernels on the CPU; null if a CUDA device executes the kernels.
  std::optional<simt::Options> on_cpu{};
};

/// Chooses the device that executes CUDA kernels. The CPU executes them if `execution` asks for it or no CUDA device is
/// usable. Otherwise prefers the device of OpenGL, and then the first usable device, with copies through the host.
/// TEXELSORT_CUDA_INTEROP=mapped, copies or staging selects a slower kind of sharing. The OpenGL context must be
/// current if EGL does not report its device. Throws UsageError for other values of the variable.
Choice choose(const gpu::DeviceInfo& opengl, const ExecutionOptions& execution);

}  // namespace texelsort::cuda
