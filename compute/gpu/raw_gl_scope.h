#pragma once

#include <functional>
#include <glm/vec4.hpp>

#include "compute/gpu/device.h"
#include "compute/gpu/objects.h"

/// Support for foreign drawing code that calls OpenGL itself, such as a user-interface library's backend. The executor
/// sets all state at each call, so nothing needs to be restored.
namespace texelsort::gpu {

/// Clears an rgba8 texture and calls `draw` to draw into it.
void with_render_target(Device& device, const Texture& target, const glm::vec4& clear,
                        const std::function<void()>& draw);

/// Clears the window's framebuffer of `extent` pixels and calls `draw` to draw into it.
void with_default_framebuffer(Device& device, Extent extent, const glm::vec4& clear, const std::function<void()>& draw);

}  // namespace texelsort::gpu
