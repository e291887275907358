#pragma once

#include <glm/vec3.hpp>
#include <span>
#include <string>

#include "app/session.h"
#include "app/window/theme.h"

namespace texelsort::app {

/// The colour map's stops, sRGB in [0, 1], evenly spaced; colours between are mixed linearly.
std::span<const glm::vec3> stops(ColormapName name);

/// The colour of a unit value; outside [0, 1] the nearer end.
glm::vec3 colour_at(ColormapName name, double unit);

/// The colour of key i of `keys` on the session's scale; a NaN has the theme's colour for it.
glm::vec3 key_colour(const Session& session, const Theme& theme, const data::Keys& keys, std::uint64_t i);

/// The stops as a list of GLSL vec3s, for a define.
std::string glsl_stops(ColormapName name);

}  // namespace texelsort::app
