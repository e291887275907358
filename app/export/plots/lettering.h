#pragma once

#include <string_view>
#include <vector>

#include "app/export/drawing.h"

/// Widths of texts in the fonts that the program carries in itself, without a window.
namespace texelsort::app {

/// Where each character of UTF-8 text begins, pixels from the start; one more for the end of the last.
std::vector<float> pens(Face face, float em, std::string_view text);

float text_width(Face face, float em, std::string_view text);

/// ImGui counts a font's size from a line's highest to its lowest point; SVG and PDF count ems. Pixels of either kind.
float em_of_line(Face face, float line_height);
float line_of_em(Face face, float em);

}  // namespace texelsort::app
