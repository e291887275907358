#pragma once

#include <optional>
#include <string>

#include "compute/gpu/device.h"

namespace texelsort::cuda {

/// The CUDA device that works beside an OpenGL device, and how data gets from one to the other.
struct Choice {
  std::optional<int> ordinal;  ///< none: `reason` says why
  bool shared = false;         ///< OpenGL's buffers can be mapped; else they are copied through the host
  bool copied = false;         ///< mapped buffers are copied within the device into memory of CUDA's own, and back
  std::string reason;          ///< why there is no device, or why they are copied; empty if they are mapped
};

/// The same device where there is one, else the first that is fit, with copies. TEXELSORT_CUDA_INTEROP=staging has
/// copies made everywhere, copies has them made within the device. For an OpenGL device that is not matched through EGL, its context must be current. Throws
/// UsageError if the variable has another value.
Choice choose(const gpu::DeviceInfo& opengl);

}  // namespace texelsort::cuda
