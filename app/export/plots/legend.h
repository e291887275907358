#pragma once

#include <string>
#include <vector>

#include "app/export/plots/canvas.h"

namespace texelsort::app {

/// Returns the marker that represents an algorithm's backend. "radix/srts@compute" gives a square.
Marker marker_of(const std::string& algorithm);

struct LegendEntry {
  std::string name;
  Colour colour;
  Marker marker = Marker::circle;
};

/// Returns the width in pixels of the legend to the right of a plot.
float legend_width(const Canvas& canvas, const std::vector<LegendEntry>& entries);

/// Draws a legend to the right of the plot's area, from the top down. Entries for which there is no space are omitted.
void draw_legend(Canvas& canvas, const Area& inside, const std::vector<LegendEntry>& entries);

}  // namespace texelsort::app
