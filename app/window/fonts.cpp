#include "app/window/fonts.h"

#include <array>
#include <cmath>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>

#include <fontconfig/fontconfig.h>

namespace texelsort::app {

namespace {

struct FontFile {
  std::string path;
  int face = 0;
};

struct Deleter {
  void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
  void operator()(FcConfig* config) const { FcConfigDestroy(config); }
};

/// The file of a family, only if fontconfig has exactly that family and not a stand-in.
std::optional<FontFile> find_font(FcConfig* config, const char* family, int weight) {
  const std::unique_ptr<FcPattern, Deleter> wanted(FcPatternCreate());
  FcPatternAddString(wanted.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
  FcPatternAddInteger(wanted.get(), FC_WEIGHT, weight);
  FcPatternAddInteger(wanted.get(), FC_SLANT, FC_SLANT_ROMAN);
  FcPatternAddInteger(wanted.get(), FC_WIDTH, FC_WIDTH_NORMAL);
  FcPatternAddBool(wanted.get(), FC_VARIABLE, FcFalse);
  FcConfigSubstitute(config, wanted.get(), FcMatchPattern);
  FcDefaultSubstitute(wanted.get());
  FcResult result = FcResultNoMatch;
  const std::unique_ptr<FcPattern, Deleter> found(FcFontMatch(config, wanted.get(), &result));
  if (!found) return std::nullopt;
  FcChar8* found_family = nullptr;
  FcChar8* file = nullptr;
  int face = 0;
  if (FcPatternGetString(found.get(), FC_FAMILY, 0, &found_family) != FcResultMatch ||
      FcPatternGetString(found.get(), FC_FILE, 0, &file) != FcResultMatch ||
      std::string(reinterpret_cast<const char*>(found_family)) != family) {
    return std::nullopt;
  }
  FcPatternGetInteger(found.get(), FC_INDEX, 0, &face);
  return FontFile{reinterpret_cast<const char*>(file), face & 0xffff};
}

std::optional<FontFile> first_font(FcConfig* config, std::initializer_list<const char*> families, int weight) {
  for (const char* family : families) {
    if (auto font = find_font(config, family, weight)) return font;
  }
  return std::nullopt;
}

/// Latin, general punctuation, arrows, the minus and the comparison signs.
constexpr std::array<ImWchar, 11> glyphs{0x20, 0xff, 0x2010, 0x2026, 0x2190, 0x2193, 0x2212, 0x2212, 0x2260, 0x2265, 0};

ImFont* add_font(const std::optional<FontFile>& file, float size) {
  auto* atlas = ImGui::GetIO().Fonts;
  ImFontConfig config;
  config.OversampleH = 2;
  config.OversampleV = 1;
  config.PixelSnapH = true;
  if (file) {
    config.FontNo = file->face;
    if (auto* font = atlas->AddFontFromFileTTF(file->path.c_str(), size, &config, glyphs.data())) return font;
  }
  config.SizePixels = size;
  return atlas->AddFontDefault(&config);
}

}  // namespace

Fonts load_fonts(float scale) {
  ImGui::GetIO().Fonts->Clear();
  const std::unique_ptr<FcConfig, Deleter> config(FcInitLoadConfigAndFonts());
  const auto words = {"Inter", "Noto Sans", "DejaVu Sans"};
  const auto regular = first_font(config.get(), words, FC_WEIGHT_REGULAR);
  auto bold = first_font(config.get(), words, FC_WEIGHT_DEMIBOLD);
  if (!bold) bold = regular;
  const auto mono =
      first_font(config.get(), {"JetBrains Mono", "Noto Sans Mono", "DejaVu Sans Mono"}, FC_WEIGHT_REGULAR);
  const auto size = [scale](float points) { return std::round(points * scale); };
  Fonts fonts;
  fonts.body = add_font(regular, size(16));
  fonts.small = add_font(regular, size(13.5f));
  fonts.title = add_font(bold, size(17));
  fonts.mono = add_font(mono, size(15));
  fonts.mono_small = add_font(mono, size(13));
  fonts.mono_large = add_font(mono, size(23));
  return fonts;
}

}  // namespace texelsort::app
