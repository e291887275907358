#include "app/plots/lettering.h"

#include <array>

#include <stb_truetype.h>

#include "app/window/embedded_files.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

class FontMetrics {
 public:
  explicit FontMetrics(std::string_view file) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(embedded_file(file).bytes.data());
    if (stbtt_InitFont(&font_, bytes, stbtt_GetFontOffsetForIndex(bytes, 0)) == 0) {
      throw InternalError("a font of the program itself cannot be read");
    }
    unit_ = stbtt_ScaleForMappingEmToPixels(&font_, 1);
    line_ = stbtt_ScaleForPixelHeight(&font_, 1) / unit_;
  }

  /// Ems.
  float advance(int character) const {
    int units = 0, bearing = 0;
    stbtt_GetCodepointHMetrics(&font_, character, &units, &bearing);
    return unit_ * static_cast<float>(units);
  }
  float ems_of_line() const { return line_; }

 private:
  stbtt_fontinfo font_{};
  float unit_ = 1, line_ = 1;
};

const FontMetrics& metrics(Face face) {
  static const std::array fonts{FontMetrics("regular"), FontMetrics("bold"), FontMetrics("mono")};
  return fonts.at(static_cast<std::size_t>(face));
}

/// The character that begins there, in valid UTF-8.
int codepoint_at(std::string_view text, std::size_t at, std::size_t bytes) {
  constexpr std::array<unsigned, 5> masks{0, 0x7F, 0x1F, 0x0F, 0x07};
  unsigned c = static_cast<unsigned char>(text[at]) & masks[bytes];
  for (std::size_t i = 1; i < bytes && at + i < text.size(); ++i) {
    c = c << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3Fu);
  }
  return static_cast<int>(c);
}

std::size_t bytes_of(char first) {
  const auto c = static_cast<unsigned char>(first);
  return c < 0xC0 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
}

}  // namespace

std::vector<float> pens(Face face, float em, std::string_view text) {
  std::vector<float> places{0};
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = bytes_of(text[at]);
    places.push_back(places.back() + em * metrics(face).advance(codepoint_at(text, at, bytes)));
    at += bytes;
  }
  return places;
}

float text_width(Face face, float em, std::string_view text) {
  return pens(face, em, text).back();
}

float em_of_line(Face face, float line_height) {
  return line_height * metrics(face).ems_of_line();
}

float line_of_em(Face face, float em) {
  return em / metrics(face).ems_of_line();
}

}  // namespace texelsort::app
