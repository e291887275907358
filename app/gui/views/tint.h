#pragma once

#include <cstdint>
#include <span>

#include "app/gui/window/ui.h"
#include "compute/gpu/executor.h"

namespace texelsort::app {

/// Lets a display shader colour by group: `places` says of which key each texel of the tint has the colour. Does
/// nothing if keys are coloured by value.
void bind_tint(Ui& ui, const Session& session, gpu::Texture& tint, std::span<const std::uint64_t> places,
               gpu::DrawCall& call, gpu::Defines& defines);

}  // namespace texelsort::app
