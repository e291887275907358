#pragma once

#include <functional>
#include <glm/vec4.hpp>

#include "compute/gpu/device.h"
#include "compute/gpu/objects.h"

/// Room for drawing code that is not ours and speaks OpenGL itself, such as a user-interface library's backend. The
/// executor sets all the state it needs at each call, so nothing has to be put back for it.
namespace texelsort::gpu {

/// Clears an rgba8 texture and lets `draw` draw into it.
void with_render_target(Device& device, const Texture& target, const glm::vec4& clear,
                        const std::function<void()>& draw);

/// Clears the window's own framebuffer, of `extent` pixels, and lets `draw` draw into it.
void with_default_framebuffer(Device& device, Extent extent, const glm::vec4& clear, const std::function<void()>& draw);

}  // namespace texelsort::gpu
