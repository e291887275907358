#pragma once

#include <array>
#include <memory>

#include <cairo.h>
#include <ft2build.h>
#include FT_FREETYPE_H

#include "app/export/drawing.h"

/// Functions that draw with cairo, to PDF or to pixels.
namespace texelsort::app::cairo {

template <class Object, void (*release)(Object*)>
struct Releases {
  void operator()(Object* object) const { release(object); }
};
using Surface = std::unique_ptr<cairo_surface_t, Releases<cairo_surface_t, cairo_surface_destroy>>;
using Context = std::unique_ptr<cairo_t, Releases<cairo_t, cairo_destroy>>;
using FontFace = std::unique_ptr<cairo_font_face_t, Releases<cairo_font_face_t, cairo_font_face_destroy>>;

/// Throws InternalError if a cairo function returned an error status.
void check(cairo_status_t status);

/// A built-in font in cairo's form. Cairo releases the font itself, because it may use a font after this object is
/// destroyed.
class Font {
 public:
  explicit Font(const char* file);
  cairo_font_face_t* face() const { return face_.get(); }
  unsigned long glyph(unsigned character) const { return FT_Get_Char_Index(letters_, character); }

 private:
  FT_Face letters_ = nullptr;
  FontFace face_;
};

/// All built-in fonts for cairo, indexed by Face.
using AllFonts = std::array<Font, 3>;
AllFonts all_fonts();

void draw(cairo_t* context, const Drawing& drawing, const AllFonts& fonts);

}  // namespace texelsort::app::cairo
