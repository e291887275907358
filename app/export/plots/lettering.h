#pragma once

#include <string_view>
#include <vector>

#include "app/export/drawing.h"

/// Widths of texts in the built-in fonts, without a window.
namespace texelsort::app {

/// Returns the start of each character of UTF-8 text in pixels, and the end of the last one.
std::vector<float> pens(Face face, float em, std::string_view text);

float text_width(Face face, float em, std::string_view text);

/// Returns the em of a font from the height of its line, in pixels. ImGui uses the height of a line from its highest to
/// its lowest point. SVG and PDF use ems.
float em_of_line(Face face, float line_height);

}  // namespace texelsort::app
