#pragma once

#include "compute/gpu/objects.h"

namespace texelsort::gpu {

/// Copies depths into an r32f texture of the same extent with a shader, for platforms that cannot read depths back.
/// Changes the bound program, framebuffer and viewport, which the executor sets for each draw.
Texture depth_as_colour(const Texture& depth);

}  // namespace texelsort::gpu
