#pragma once

#include <cstdint>
#include <span>

#include "app/gui/window/ui.h"
#include "compute/gpu/executor.h"

namespace texelsort::app {

/// Gives a display shader a texture `tint`, so that it can colour keys by group. `places` contains, for each texel of
/// the tint, the place of the key whose colour it gets. Does nothing if keys are coloured by value.
void bind_tint(Ui& ui, const Session& session, gpu::Texture& tint, std::span<const std::uint64_t> places,
               gpu::DrawCall& call, gpu::Defines& defines);

}  // namespace texelsort::app
