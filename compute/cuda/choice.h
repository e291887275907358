#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "compute/cuda/device.h"
#include "compute/cuda/execution.h"
#include "compute/gpu/device.h"

namespace texelsort::cuda {

/// How CUDA and OpenGL share arrays, from fastest to slowest.
enum class Sharing : std::uint8_t {
  imported,  ///< CUDA allocates the buffers and OpenGL imports them
  mapped,    ///< CUDA maps OpenGL's buffers
  copied,    ///< mapped, and copied to CUDA's memory and back within the device
  staged,    ///< copied through the host
};
std::string_view name(Sharing sharing);

/// Engine that executes kernels for an OpenGL device, and the way to share data.
struct Choice {
  int ordinal = cpu_ordinal;
  Sharing sharing = Sharing::staged;
  std::string reason;                     ///< reason why copies pass through the host; empty if they do not
  std::optional<simt::Options> on_cpu{};  ///< ExecutionOptions::on_cpu, if the CPU executes the kernels
};

/// Chooses the device of the OpenGL context. Otherwise chooses the first usable device, with copies through the host,
/// or the CPU. The CPU is also chosen if `execution` asks for it. TEXELSORT_CUDA_INTEROP=mapped, copies or staging
/// selects a slower sharing. If EGL does not report the device, the OpenGL context must be current. Throws UsageError
/// for other values of the variable.
Choice choose(const gpu::DeviceInfo& opengl, const ExecutionOptions& execution);

}  // namespace texelsort::cuda
