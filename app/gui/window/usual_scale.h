#pragma once

#include <algorithm>
#include <cmath>

#include "compute/gpu/objects.h"

namespace texelsort::app {

/// Returns the scale of text and widgets for a screen or picture of this size if neither the user nor the desktop sets
/// one. It is 1 for 1920 x 1080 pixels and less, and 2 for 3840 x 2160, in steps of 0.25 up to 4.
inline float usual_scale(gpu::Extent pixels) {
  constexpr float step = 0.25f, greatest = 4;
  const float pages = std::min(static_cast<float>(pixels.width) / 1920, static_cast<float>(pixels.height) / 1080);
  return std::clamp(std::floor(pages / step) * step, 1.0f, greatest);
}

}  // namespace texelsort::app
