#include "app/export/plots/lettering.h"

#include <array>

#include <stb_truetype.h>

#include "app/problem/embedded_files.h"
#include "compute/data/error.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

class FontMetrics {
 public:
  explicit FontMetrics(std::string_view file) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(embedded_file(file).bytes.data());
    if (stbtt_InitFont(&font_, bytes, stbtt_GetFontOffsetForIndex(bytes, 0)) == 0) {
      throw InternalError("a built-in font cannot be read");
    }
    unit_ = stbtt_ScaleForMappingEmToPixels(&font_, 1);
    line_ = stbtt_ScaleForPixelHeight(&font_, 1) / unit_;
  }

  /// Returns the advance width of a character in a built-in font, in ems.
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

}  // namespace

std::vector<float> pens(Face face, float em, std::string_view text) {
  std::vector<float> places{0};
  while (!text.empty()) {
    const auto character = static_cast<int>(data::take_character(text).code);
    places.push_back(places.back() + em * metrics(face).advance(character));
  }
  return places;
}

float text_width(Face face, float em, std::string_view text) {
  return pens(face, em, text).back();
}

float em_of_line(Face face, float line_height) {
  return line_height * metrics(face).ems_of_line();
}

}  // namespace texelsort::app
