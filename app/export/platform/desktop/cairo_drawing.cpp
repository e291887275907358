#include "app/export/platform/desktop/cairo_drawing.h"

#include <cstring>

#include <cairo-ft.h>
#include <fmt/format.h>

#include "app/problem/embedded_files.h"
#include "compute/data/error.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app::cairo {

namespace {

class Painter {
 public:
  Painter(cairo_t* cairo, const AllFonts& fonts) : cairo_(cairo), fonts_(fonts) {}

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
    const Font& font = fonts_[static_cast<std::size_t>(words.face)];
    std::vector<cairo_glyph_t> glyphs;
    std::vector<cairo_text_cluster_t> clusters;
    const std::string text = data::outgoing_text(words.text);
    for (std::string_view rest = text; !rest.empty();) {
      const data::Character character = data::take_character(rest);
      glyphs.push_back({font.glyph(character.code), words.pens[glyphs.size()], words.baseline});
      clusters.push_back({static_cast<int>(character.bytes.size()), 1});
    }
    set(words.colour);
    cairo_set_font_face(cairo_, font.face());
    cairo_set_font_size(cairo_, words.em);
    cairo_show_text_glyphs(cairo_, text.data(), static_cast<int>(text.size()), glyphs.data(),
                           static_cast<int>(glyphs.size()), clusters.data(), static_cast<int>(clusters.size()),
                           cairo_text_cluster_flags_t{});
  }

  void add(const Pixels& pixels) {
    const Picture& picture = pixels.picture;
    const Surface image(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, static_cast<int>(picture.width),
                                                   static_cast<int>(picture.height)));
    check(cairo_surface_status(image.get()));
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
  const AllFonts& fonts_;
};

}  // namespace

void check(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS) {
    throw InternalError(fmt::format("the drawing cannot be made: {}", cairo_status_to_string(status)));
  }
}

Font::Font(const char* file) {
  static FT_Library library = [] {
    FT_Library made = nullptr;
    if (FT_Init_FreeType(&made) != 0) throw InternalError("FreeType does not start");
    return made;
  }();
  const std::span<const std::byte> bytes = embedded_file(file).bytes;
  if (FT_New_Memory_Face(library, reinterpret_cast<const FT_Byte*>(bytes.data()), static_cast<FT_Long>(bytes.size()), 0,
                         &letters_) != 0) {
    throw InternalError("a built-in font cannot be read");
  }
  face_.reset(cairo_ft_font_face_create_for_ft_face(letters_, FT_LOAD_NO_HINTING));
  static const cairo_user_data_key_t key{};
  const auto release = [](void* face) { FT_Done_Face(static_cast<FT_Face>(face)); };
  check(cairo_font_face_set_user_data(face_.get(), &key, letters_, release));
}

AllFonts all_fonts() {
  return {Font("regular"), Font("bold"), Font("mono")};
}

void draw(cairo_t* context, const Drawing& drawing, const AllFonts& fonts) {
  Painter(context, fonts).draw(drawing);
}

}  // namespace texelsort::app::cairo
