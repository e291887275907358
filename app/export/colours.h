#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <string>

#include "app/export/theme.h"
#include "app/playback/models/key_groups.h"
#include "app/playback/player.h"
#include "app/session/session.h"

namespace texelsort::app {

/// A colour written 0xRRGGBB, in [0, 1].
constexpr glm::vec3 rgb_of(std::uint32_t hex) {
  return {static_cast<float>(hex >> 16 & 255u) / 255.0f, static_cast<float>(hex >> 8 & 255u) / 255.0f,
          static_cast<float>(hex & 255u) / 255.0f};
}

/// The colour map's stops, sRGB in [0, 1], evenly spaced; colours between are mixed linearly.
std::span<const glm::vec3> stops(ColormapName name);

/// The colour of a unit value; outside [0, 1] the nearer end.
glm::vec3 colour_at(ColormapName name, double unit);

/// The colour of key i of `keys` on the session's scale; a NaN has the theme's colour for it.
glm::vec3 key_colour(const Session& session, const Theme& theme, const data::Keys& keys, std::uint64_t i);

/// The stops as a list of GLSL vec3s, for a define.
std::string glsl_stops(ColormapName name);

/// The finite keys' range, by which views scale.
struct ValueRange {
  double low = 0;              ///< the lowest key, approximate if it has 64 bits
  double span = 0;             ///< highest less lowest, of integers subtracted before they are rounded
  std::uint64_t low_bits = 0;  ///< the lowest key's memory, zero-extended

  /// Key i's place between the lowest, 0, and the highest, 1; -1 for a NaN. All equal: 0.5.
  double unit(const data::Keys& keys, std::uint64_t i) const;
};

ValueRange find_range(const data::Keys& keys);

/// The range of the problem's keys.
const ValueRange& value_range(const Player& player);

/// One of the seven colours of Okabe and Ito, over and over, so that neighbours differ.
glm::vec3 palette_colour(std::uint64_t group);

/// Up to seven groups have colours of their own; more have shades of the colour map, which show their order.
glm::vec3 scale_colour(const Look& look, std::uint64_t count, std::uint64_t group);

glm::vec3 group_colour(const Look& look, const KeyGroups& groups, std::uint64_t group);

/// By which keys are coloured now; null: by value.
const KeyGroups* colouring_groups(const Session& session);

/// The colour of the key at place i of the present state as the pictures of keys show it. `keys`: that state's.
glm::vec3 shown_colour(const Session& session, const Theme& theme, const data::Keys& keys, std::uint64_t i);

/// "colour: digit" or "colour: bucket", or nothing if it is the value.
std::string colour_caption(const Session& session);

/// In the order of shaders/display/pattern.glsl, which draws the same.
enum class Pattern : std::uint8_t { plain, rising, dots, falling, level, lattice, upright, net };
inline constexpr std::uint64_t pattern_count = 8;

/// With palette_colour() no two of the first 56 groups look alike, and groups whose colours are alike without hue, or
/// return, have different patterns.
Pattern group_pattern(std::uint64_t group);

}  // namespace texelsort::app
