#pragma once

#include <cstdint>
#include <span>

#include "app/gui/window/ui.h"
#include "compute/gpu/executor.h"

namespace texelsort::app {

/// Fills the texture `tint` with the colours of key groups and binds it to a display shader. Each element of `places`
/// is the array index of the key whose colour the texel of the same number gets. Does nothing if keys are coloured by
/// value.
void bind_tint(Ui& ui, const Session& session, gpu::Texture& tint, std::span<const std::uint64_t> places,
               gpu::DrawCall& call, gpu::Defines& defines);

}  // namespace texelsort::app
