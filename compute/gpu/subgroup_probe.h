#pragma once

#include <cstdint>

#include "compute/gpu/device.h"

namespace texelsort::gpu {

/// Returns the subgroup size that shaders may rely on: 32 or 0. It is 32 if the driver supports the features that
/// shaders/common/subgroups.glsl needs (KHR_shader_subgroup) and a test workgroup consists of full subgroups of 32.
/// Drivers may use narrower subgroups than the size that they report.
std::uint32_t probe_subgroups(Device& device);

}  // namespace texelsort::gpu
