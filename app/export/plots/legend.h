#pragma once

#include <string>
#include <vector>

#include "app/export/plots/canvas.h"

namespace texelsort::app {

/// Returns the marker for the backend of an algorithm. "radix/srts@compute" gives a square.
Marker marker_of(const std::string& algorithm);

struct LegendEntry {
  std::string name;
  Colour colour;
  Marker marker = Marker::circle;
};

/// Returns the width of the legend at the right of a picture, in pixels.
float legend_width(const Canvas& canvas, const std::vector<LegendEntry>& entries);

/// Draws a legend to the right of `inside`, from the top down: markers and names, as many as fit.
void draw_legend(Canvas& canvas, const Area& inside, const std::vector<LegendEntry>& entries);

}  // namespace texelsort::app
