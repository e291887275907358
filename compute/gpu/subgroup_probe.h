#pragma once

#include <cstdint>

#include "compute/gpu/device.h"

namespace texelsort::gpu {

/// Invocations of a subgroup that shaders may build upon: 32 where the driver promises what
/// shaders/common/subgroups.glsl asks for (KHR_shader_subgroup) and a workgroup is found to consist of full subgroups
/// of 32, else 0. Drivers may run narrower ones than the size that they name.
std::uint32_t probe_subgroups(Device& device);

}  // namespace texelsort::gpu
