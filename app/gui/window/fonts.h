#pragma once

#include <imgui.h>

namespace texelsort::app {

/// Fonts of the window: a proportional family for words, a monospaced one for values.
struct Fonts {
  ImFont* body = nullptr;
  ImFont* small = nullptr;
  ImFont* title = nullptr;
  ImFont* large = nullptr;  ///< font for texts that a class reads on a projector
  ImFont* mono = nullptr;
  ImFont* mono_small = nullptr;
  ImFont* mono_large = nullptr;
};

/// Loads the embedded fonts (Inter for words, DejaVu Sans Mono for values) into the current ImGui context, at sizes for
/// `scale`. All machines show the same text, because no system fonts are used. A test checks that every glyph in use
/// exists.
Fonts load_fonts(float scale);

}  // namespace texelsort::app
