#pragma once

#include "compute/gpu/context.h"

namespace texelsort::gpu {

/// Makes drivers that have a known defect go without what causes it; to be called before any context is made. Values
/// that somebody has set stay. Mesa 22.3's zink compiles the values of uniforms into compute shaders on Vulkan devices
/// that are CPUs, and goes on with old values after they have changed: without that it is right.
void set_driver_defaults();

}  // namespace texelsort::gpu
