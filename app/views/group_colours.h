#pragma once

#include <glm/vec3.hpp>
#include <span>
#include <string>

#include "app/key_groups.h"
#include "app/session.h"
#include "app/window/ui.h"
#include "compute/gpu/executor.h"

/// The colours of digits and buckets.
namespace texelsort::app {

/// One of the seven colours of Okabe and Ito, over and over, so that neighbours differ.
glm::vec3 palette_colour(std::uint64_t group);

/// Up to seven groups have colours of their own; more have shades of the colour map, which show their order.
glm::vec3 scale_colour(const Look& look, std::uint64_t count, std::uint64_t group);

glm::vec3 group_colour(const Look& look, const KeyGroups& groups, std::uint64_t group);

/// The colour of the key at place i of the present state as the pictures of keys show it. `keys`: that state's.
glm::vec3 shown_colour(const Session& session, const Theme& theme, const data::Keys& keys, std::uint64_t i);

/// Lets a display shader colour by group: `places` says of which key each texel of the tint has the colour. Does
/// nothing if keys are coloured by value.
void bind_tint(Ui& ui, const Session& session, gpu::Texture& tint, std::span<const std::uint64_t> places,
               gpu::DrawCall& call, gpu::Defines& defines);

/// "colour: digit" or "colour: bucket", or nothing if it is the value.
std::string colour_caption(const Session& session);

}  // namespace texelsort::app
