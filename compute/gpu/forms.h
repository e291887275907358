#pragma once

#include "compute/gpu/device.h"

namespace texelsort::gpu {

/// Returns whether algorithms should choose the forms that are fast on a software renderer. If the CPU executes compute
/// shaders to check them, they choose the forms for GPUs, which have the shared memory and barriers to check.
inline bool prefers_cpu_forms(const DeviceInfo& device) {
  return device.software && !device.shaders_on_cpu;
}

}  // namespace texelsort::gpu
