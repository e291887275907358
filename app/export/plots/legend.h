#pragma once

#include <string>
#include <vector>

#include "app/export/plots/canvas.h"

namespace texelsort::app {

/// The shape that tells a backend: of "radix/srts@compute" a square.
Marker marker_of(const std::string& algorithm);

struct LegendEntry {
  std::string name;
  Colour colour;
  Marker marker = Marker::circle;
};

/// Pixels that it takes at the right of a picture.
float legend_width(const Canvas& canvas, const std::vector<LegendEntry>& entries);

/// Names beside their markers, right of `inside`, from above; as many as there is room for.
void draw_legend(Canvas& canvas, const Area& inside, const std::vector<LegendEntry>& entries);

}  // namespace texelsort::app
