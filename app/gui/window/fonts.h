#pragma once

#include <imgui.h>

namespace texelsort::app {

/// Fonts of the window: a proportional family for words, and a monospaced family for values.
struct Fonts {
  ImFont* body = nullptr;
  ImFont* small = nullptr;
  ImFont* title = nullptr;
  ImFont* large = nullptr;  ///< font for texts that a class reads on a projector
  ImFont* mono = nullptr;
  ImFont* mono_small = nullptr;
  ImFont* mono_large = nullptr;
};

/// Loads the embedded fonts (Inter for words, DejaVu Sans Mono for values) into ImGui's current context, at the sizes
/// for `scale`. Text looks equal on all machines, because no system fonts are used. A test checks that every used glyph
/// exists.
Fonts load_fonts(float scale);

}  // namespace texelsort::app
