#include <array>
#include <cstring>
#include <memory>

#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <fmt/format.h>
#include <ft2build.h>
#include FT_FREETYPE_H

#include "app/export/drawing.h"
#include "app/window/embedded_files.h"
#include "compute/data/error.h"

namespace texelsort::app {

namespace {

/// A pixel of 1/96 inch, as CSS has it, in points of 1/72 inch.
constexpr double points_per_pixel = 0.75;

void check_cairo(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS) {
    throw InternalError(fmt::format("the document cannot be drawn: {}", cairo_status_to_string(status)));
  }
}

template <class Object, void (*release)(Object*)>
struct Releases {
  void operator()(Object* object) const { release(object); }
};
using Surface = std::unique_ptr<cairo_surface_t, Releases<cairo_surface_t, cairo_surface_destroy>>;
using Context = std::unique_ptr<cairo_t, Releases<cairo_t, cairo_destroy>>;
using FontFace = std::unique_ptr<cairo_font_face_t, Releases<cairo_font_face_t, cairo_font_face_destroy>>;

/// A font that the program carries in itself. Cairo keeps fonts after their last use, so that it releases this one.
class PdfFont {
 public:
  explicit PdfFont(const char* file) {
    static FT_Library library = [] {
      FT_Library made = nullptr;
      if (FT_Init_FreeType(&made) != 0) throw InternalError("FreeType does not start");
      return made;
    }();
    const std::span<const std::byte> bytes = embedded_file(file).bytes;
    if (FT_New_Memory_Face(library, reinterpret_cast<const FT_Byte*>(bytes.data()), static_cast<FT_Long>(bytes.size()),
                           0, &letters_) != 0) {
      throw InternalError("a font of the program itself cannot be read");
    }
    face_.reset(cairo_ft_font_face_create_for_ft_face(letters_, FT_LOAD_NO_HINTING));
    static const cairo_user_data_key_t key{};
    const auto release = [](void* face) { FT_Done_Face(static_cast<FT_Face>(face)); };
    check_cairo(cairo_font_face_set_user_data(face_.get(), &key, letters_, release));
  }

  cairo_font_face_t* face() const { return face_.get(); }
  unsigned long glyph(unsigned character) const { return FT_Get_Char_Index(letters_, character); }

 private:
  FT_Face letters_ = nullptr;
  FontFace face_;
};

/// The character that begins there, and its bytes, in valid UTF-8 of up to three bytes.
std::pair<unsigned, int> character_at(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(text[i])); };
  if (byte(at) < 0x80) return {byte(at), 1};
  if (byte(at) < 0xE0) return {(byte(at) & 0x1Fu) << 6 | (byte(at + 1) & 0x3Fu), 2};
  return {(byte(at) & 0x0Fu) << 12 | (byte(at + 1) & 0x3Fu) << 6 | (byte(at + 2) & 0x3Fu), 3};
}

class PdfPage {
 public:
  PdfPage(cairo_t* cairo, const std::array<PdfFont, 3>& fonts) : cairo_(cairo), fonts_(fonts) {}

  void draw(const Drawing& drawing) {
    set(drawing.background);
    cairo_paint(cairo_);
    for (const DrawnPart& part : drawing.parts) {
      cairo_save(cairo_);
      if (part.clip) {
        const Area& clip = *part.clip;
        cairo_rectangle(cairo_, clip.left, clip.top, clip.right - clip.left, clip.bottom - clip.top);
        cairo_clip(cairo_);
      }
      std::visit([this](const auto& what) { add(what); }, part.what);
      cairo_restore(cairo_);
    }
  }

 private:
  void set(const Colour& c) {
    cairo_set_source_rgba(cairo_, c.red / 255.0, c.green / 255.0, c.blue / 255.0, c.alpha / 255.0);
  }

  void add(const Shape& shape) {
    set(shape.colour);
    for (const Point& at : shape.points) cairo_line_to(cairo_, at.x, at.y);
    if (shape.line_width == 0 || shape.closed) cairo_close_path(cairo_);
    if (shape.line_width == 0) return cairo_fill(cairo_);
    cairo_set_line_width(cairo_, shape.line_width);
    cairo_stroke(cairo_);
  }

  void add(const TextRun& words) {
    const PdfFont& font = fonts_[static_cast<std::size_t>(words.face)];
    std::vector<cairo_glyph_t> glyphs;
    std::vector<cairo_text_cluster_t> clusters;
    for (std::size_t at = 0; at < words.text.size();) {
      const auto [character, bytes] = character_at(words.text, at);
      glyphs.push_back({font.glyph(character), words.pens[glyphs.size()], words.baseline});
      clusters.push_back({bytes, 1});
      at += static_cast<std::size_t>(bytes);
    }
    set(words.colour);
    cairo_set_font_face(cairo_, font.face());
    cairo_set_font_size(cairo_, words.em);
    cairo_show_text_glyphs(cairo_, words.text.data(), static_cast<int>(words.text.size()), glyphs.data(),
                           static_cast<int>(glyphs.size()), clusters.data(), static_cast<int>(clusters.size()),
                           cairo_text_cluster_flags_t{});
  }

  void add(const Pixels& pixels) {
    const Picture& picture = pixels.picture;
    const Surface image(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, static_cast<int>(picture.width),
                                                   static_cast<int>(picture.height)));
    check_cairo(cairo_surface_status(image.get()));
    unsigned char* out = cairo_image_surface_get_data(image.get());
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(image.get()));
    for (std::size_t y = 0; y < picture.height; ++y) {
      for (std::size_t x = 0; x < picture.width; ++x) {
        const std::uint8_t* t = picture.rgba.data() + 4 * (y * picture.width + x);
        const auto weighted = [t](int c) { return static_cast<std::uint32_t>(t[c] * t[3] / 255); };
        const std::uint32_t texel = std::uint32_t{t[3]} << 24 | weighted(0) << 16 | weighted(1) << 8 | weighted(2);
        std::memcpy(out + y * stride + 4 * x, &texel, 4);
      }
    }
    cairo_surface_mark_dirty(image.get());
    cairo_translate(cairo_, pixels.area.left, pixels.area.top);
    cairo_scale(cairo_, (pixels.area.right - pixels.area.left) / static_cast<float>(picture.width),
                (pixels.area.bottom - pixels.area.top) / static_cast<float>(picture.height));
    cairo_set_source_surface(cairo_, image.get(), 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cairo_), CAIRO_FILTER_NEAREST);
    cairo_paint(cairo_);
  }

  cairo_t* cairo_;
  const std::array<PdfFont, 3>& fonts_;
};

}  // namespace

std::string pdf(std::span<const Drawing> pages, const std::string& title) {
  const std::array fonts{PdfFont("regular"), PdfFont("bold"), PdfFont("mono")};
  std::string bytes;
  const auto append = [](void* to, const unsigned char* data, unsigned length) {
    static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
  };
  const Surface surface(cairo_pdf_surface_create_for_stream(append, &bytes, 1, 1));
  check_cairo(cairo_surface_status(surface.get()));
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, title.c_str());
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "texelsort");
  // The same run gives the same bytes on every day.
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  const Context cairo(cairo_create(surface.get()));
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const Drawing& page = pages[i];
    cairo_pdf_surface_set_size(surface.get(), points_per_pixel * page.width, points_per_pixel * page.height);
    cairo_save(cairo.get());
    cairo_scale(cairo.get(), points_per_pixel, points_per_pixel);
    PdfPage(cairo.get(), fonts).draw(page);
    cairo_restore(cairo.get());
    const std::string place = fmt::format("page={} pos=[0 0]", i + 1);
    cairo_pdf_surface_add_outline(surface.get(), CAIRO_PDF_OUTLINE_ROOT, page.title.c_str(), place.c_str(),
                                  cairo_pdf_outline_flags_t{});
    cairo_show_page(cairo.get());
  }
  check_cairo(cairo_status(cairo.get()));
  cairo_surface_finish(surface.get());
  check_cairo(cairo_surface_status(surface.get()));
  return bytes;
}

}  // namespace texelsort::app
