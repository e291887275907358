#pragma once

#include <cmath>
#include <cstddef>
#include <glm/vec3.hpp>

#include "app/gui/window/offscreen.h"

/// Functions that examine the pixels of a picture.
namespace texelsort::app {

/// Returns whether a pixel has this colour (channels from 0 to 1), except for rounding.
inline bool equals(const Picture& picture, std::size_t pixel, const glm::vec3& colour) {
  for (int c = 0; c < 3; ++c) {
    if (std::abs(picture.rgba[4 * pixel + c] - 255.0f * colour[c]) > 1.5f) return false;
  }
  return true;
}

inline std::size_t pixels_of(const Picture& picture, const glm::vec3& colour) {
  std::size_t pixels = 0;
  for (std::size_t i = 0; i < picture.rgba.size() / 4; ++i) pixels += equals(picture, i, colour) ? 1 : 0;
  return pixels;
}

}  // namespace texelsort::app
