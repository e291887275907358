#pragma once

#include "compute/gpu/executor.h"

namespace texelsort::algorithms {

/// Whether this device puts a quad exactly at every depth of 24 bits and counts what passes, tried on the depths around
/// all powers of two and some in between.
bool probe_depth_planes(gpu::Device& device);

/// The same, tried once for each kind of device.
bool depth_planes_are_exact(gpu::Device& device);

/// A draw of a plane at `place` / 2^24 against a depth buffer, counting the texels that are at least as deep.
gpu::DrawCall plane_draw(gpu::Device& device, const gpu::Texture& depth, std::uint32_t place,
                         const gpu::SampleCounter& counter);

}  // namespace texelsort::algorithms
