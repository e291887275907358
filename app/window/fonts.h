#pragma once

#include <imgui.h>

namespace texelsort::app {

/// The window's type: one family for words, one of fixed width for values.
struct Fonts {
  ImFont* body = nullptr;
  ImFont* small = nullptr;
  ImFont* title = nullptr;
  ImFont* mono = nullptr;
  ImFont* mono_small = nullptr;
  ImFont* mono_large = nullptr;
};

/// Loads the fonts that fontconfig finds (Inter, Noto Sans, DejaVu Sans; JetBrains Mono, Noto Sans Mono, DejaVu Sans
/// Mono) into the current ImGui context, at sizes for `scale`. Without any, ImGui's own font is scaled.
Fonts load_fonts(float scale);

}  // namespace texelsort::app
