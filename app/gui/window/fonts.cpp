#include "app/gui/window/fonts.h"

#include <array>
#include <cmath>

#include "app/problem/embedded_files.h"

namespace texelsort::app {

namespace {

/// Ranges of code points whose glyphs are loaded: Latin, general punctuation, superscripts, arrows, minus and
/// comparison signs.
constexpr std::array<ImWchar, 15> glyphs{0x20,   0x17f,  0x2010, 0x2026, 0x2070, 0x208e, 0x2190, 0x2195,
                                         0x2212, 0x2212, 0x221e, 0x221e, 0x2260, 0x2265, 0};

/// Font size in pixels from which ImGui needs only one horizontal sample per pixel. Smaller fonts get several.
constexpr float finely_drawn = 30;

ImFont* add_font(std::string_view name, float size) {
  const std::span<const std::byte> bytes = embedded_file(name).bytes;
  ImFontConfig config;
  config.OversampleH = size < finely_drawn ? 2 : 1;
  config.OversampleV = 1;
  config.PixelSnapH = true;
  config.FontDataOwnedByAtlas = false;
  // ImGui's parameter is not const, because ImGui can own font data. Here, the program owns it, and ImGui only reads
  // it.
  void* data = const_cast<std::byte*>(bytes.data());
  return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(data, static_cast<int>(bytes.size()), size, &config, glyphs.data());
}

}  // namespace

Fonts load_fonts(float scale) {
  ImGui::GetIO().Fonts->Clear();
  const auto size = [scale](float points) { return std::round(points * scale); };
  Fonts fonts;
  fonts.body = add_font("regular", size(16));
  fonts.small = add_font("regular", size(13.5f));
  fonts.title = add_font("bold", size(17));
  fonts.large = add_font("regular", size(20));
  fonts.mono = add_font("mono", size(15));
  fonts.mono_small = add_font("mono", size(13.5f));
  fonts.mono_large = add_font("mono", size(23));
  return fonts;
}

}  // namespace texelsort::app
