#pragma once

#include "compute/gpu/objects.h"

namespace texelsort::gpu {

/// The depths of a texture as an r32f texture of the same extent, drawn by a shader: for who cannot read depths back.
/// Leaves another program, framebuffer and viewport behind, which the executor sets for each of its draws.
Texture depth_as_colour(const Texture& depth);

}  // namespace texelsort::gpu
