#pragma once

#include <cstdint>
#include <span>

#include "app/gui/window/ui.h"
#include "compute/gpu/executor.h"

namespace texelsort::app {

/// Binds the texture `tint` to a display shader, so that the shader can colour keys by group. `places` contains, for
/// each texel of the tint, the place of the key whose colour the texel gets. Does nothing if keys are coloured by
/// value.
void bind_tint(Ui& ui, const Session& session, gpu::Texture& tint, std::span<const std::uint64_t> places,
               gpu::DrawCall& call, gpu::Defines& defines);

}  // namespace texelsort::app
