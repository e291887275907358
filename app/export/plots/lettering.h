#pragma once

#include <string_view>
#include <vector>

#include "app/export/drawing.h"

/// Widths of texts in the built-in fonts, without a window.
namespace texelsort::app {

/// Returns the start of each character of a UTF-8 text in pixels, and the end of the last character.
std::vector<float> pens(Face face, float em, std::string_view text);

float text_width(Face face, float em, std::string_view text);

/// Returns the em of a font in pixels for a given line height in pixels. ImGui measures fonts by the height from the
/// highest to the lowest point of a line. SVG and PDF use ems.
float em_of_line(Face face, float line_height);

}  // namespace texelsort::app
