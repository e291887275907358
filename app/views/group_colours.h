#pragma once

#include <glm/vec3.hpp>
#include <span>
#include <string>

#include "app/session.h"
#include "app/window/ui.h"
#include "compute/gpu/executor.h"

/// The colours of digits and buckets.
namespace texelsort::app {

/// Up to seven groups have the colours of Okabe and Ito. More digits are shades of the colour map, which shows their
/// order; more buckets repeat the seven, so that neighbours differ.
glm::vec3 group_colour(const Look& look, Grouping grouping, std::uint64_t count, std::uint64_t group);

/// The groups by which keys are coloured now; null: by value.
const KeyGroups* colouring_groups(const Session& session);

/// The colour of the key at place i of the present state as the pictures of keys show it. `keys`: that state's.
glm::vec3 shown_colour(const Session& session, const Theme& theme, const data::Keys& keys, std::uint64_t i);

/// Lets a display shader colour by group: `places` says of which key each texel of the tint has the colour. Does
/// nothing if keys are coloured by value.
void bind_tint(Ui& ui, const Session& session, gpu::Texture& tint, std::span<const std::uint64_t> places,
               gpu::DrawCall& call, gpu::Defines& defines);

/// "colour: digit" or "colour: bucket", or nothing if it is the value.
std::string colour_caption(const Session& session);

/// "0110", or "6" where digits are long.
std::string digit_name(std::uint64_t digit, std::uint32_t bits);

}  // namespace texelsort::app
