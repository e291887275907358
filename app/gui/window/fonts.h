#pragma once

#include <imgui.h>

namespace texelsort::app {

/// The window's type: one family for words, one of fixed width for values.
struct Fonts {
  ImFont* body = nullptr;
  ImFont* small = nullptr;
  ImFont* title = nullptr;
  ImFont* large = nullptr;  ///< what a class reads
  ImFont* mono = nullptr;
  ImFont* mono_small = nullptr;
  ImFont* mono_large = nullptr;
};

/// Loads the fonts that the program carries in itself (Inter for words, DejaVu Sans Mono for values) into the current
/// ImGui context, at sizes for `scale`. Every machine shows the same, and no glyph that the window draws is missing:
/// a test looks them all up.
Fonts load_fonts(float scale);

}  // namespace texelsort::app
