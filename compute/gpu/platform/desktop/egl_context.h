#pragma once

#include "compute/gpu/context.h"

namespace texelsort::gpu {

/// Sets environment variables that avoid known driver defects. Must precede the creation of any context. Existing
/// values are kept. Mesa 22.3's zink inlines uniform values into compute shaders on Vulkan devices that are CPUs, and
/// keeps using old values after they have changed.
void set_driver_defaults();

}  // namespace texelsort::gpu
