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

/// Converts a colour 0xRRGGBB to three channels in [0, 1].
constexpr glm::vec3 rgb_of(std::uint32_t hex) {
  return {static_cast<float>(hex >> 16 & 255u) / 255.0f, static_cast<float>(hex >> 8 & 255u) / 255.0f,
          static_cast<float>(hex & 255u) / 255.0f};
}

/// Returns the evenly spaced colours that define a colour map, as sRGB in [0, 1]. Colours between two of them are
/// interpolated linearly.
std::span<const glm::vec3> stops(ColormapName name);

/// Returns a colour map's colour for a value in [0, 1]. Clamps values outside this range.
glm::vec3 colour_at(ColormapName name, double unit);

/// Returns the colour of the key `keys[i]` on the session's scale. A NaN has its own colour from the theme.
glm::vec3 key_colour(const Session& session, const Theme& theme, const data::Keys& keys, std::uint64_t i);

/// Returns the colours of a colour map as a GLSL list of vec3 values, which display shaders get as a macro.
std::string glsl_stops(ColormapName name);

/// Range of the finite keys, from which views scale keys to heights and colours.
struct ValueRange {
  double low = 0;              ///< value of the lowest key; rounded if keys have 64 bits
  double span = 0;             ///< highest key minus lowest key; integers are subtracted before rounding
  std::uint64_t low_bits = 0;  ///< bits of the lowest key, zero-extended to 64 bits

  /// Returns the relative position of the key `keys[i]`, from 0 (lowest key) to 1 (highest key). Returns -1 for a NaN,
  /// and 0.5 if all keys are equal.
  double unit(const data::Keys& keys, std::uint64_t i) const;
};

ValueRange find_range(const data::Keys& keys);

/// Returns the range of the problem's keys.
const ValueRange& value_range(const Player& player);

/// Returns the colour of a group of keys: one of the seven colours of Okabe and Ito. The colours repeat cyclically, so
/// that neighbouring groups differ.
glm::vec3 palette_colour(std::uint64_t group);

/// Returns the colour of one of `count` groups of keys. Up to seven groups have the colours of palette_colour(). More
/// groups have shades of the colour map, which show the order of the groups.
glm::vec3 scale_colour(const Look& look, std::uint64_t count, std::uint64_t group);

glm::vec3 group_colour(const Look& look, const KeyGroups& groups, std::uint64_t group);

/// Returns the groups by which keys are coloured in the present state, such as digits or buckets. Returns null if keys
/// are coloured by value.
const KeyGroups* colouring_groups(const Session& session);

/// Returns the colour in which pictures show the key with array index i. `keys` contains all keys of the run's present
/// state.
glm::vec3 shown_colour(const Session& session, const Theme& theme, const data::Keys& keys, std::uint64_t i);

/// Returns the meaning of the keys' colours, for example "colour: digit" or "colour: bucket". Returns an empty string
/// if keys are coloured by value.
std::string colour_caption(const Session& session);

/// Patterns for groups of keys. shaders/display/pattern.glsl draws the patterns and numbers them in this order.
enum class Pattern : std::uint8_t { plain, rising, dots, falling, level, lattice, upright, net };
inline constexpr std::uint64_t pattern_count = 8;

/// Returns the pattern of a group of keys. With the colours of palette_colour(), the first 56 groups all look
/// different. Groups of the same colour or of similar luminance have different patterns.
Pattern group_pattern(std::uint64_t group);

}  // namespace texelsort::app
