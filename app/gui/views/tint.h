#pragma once

#include <cstdint>
#include <span>

#include "app/gui/window/ui.h"
#include "compute/gpu/executor.h"

namespace texelsort::app {

/// Lets a display shader colour keys by group. `places` has the key whose colour each texel of the tint gets. Does
/// nothing if keys are coloured by value.
void bind_tint(Ui& ui, const Session& session, gpu::Texture& tint, std::span<const std::uint64_t> places,
               gpu::DrawCall& call, gpu::Defines& defines);

}  // namespace texelsort::app
