#include <cmath>
#include <cstring>

#include "app/export/drawing.h"
#include "app/export/platform/desktop/cairo_drawing.h"

namespace texelsort::app {

Picture raster(const Drawing& drawing) {
  Picture picture{
      static_cast<std::uint32_t>(std::ceil(drawing.width)), static_cast<std::uint32_t>(std::ceil(drawing.height)), {}};
  const cairo::Surface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, static_cast<int>(picture.width),
                                                          static_cast<int>(picture.height)));
  cairo::check(cairo_surface_status(surface.get()));
  const cairo::Context context(cairo_create(surface.get()));
  cairo::draw(context.get(), drawing, cairo::all_fonts());
  cairo::check(cairo_status(context.get()));
  cairo_surface_flush(surface.get());
  const unsigned char* rows = cairo_image_surface_get_data(surface.get());
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
  picture.rgba.reserve(std::size_t{4} * picture.width * picture.height);
  for (std::size_t y = 0; y < picture.height; ++y) {
    for (std::size_t x = 0; x < picture.width; ++x) {
      std::uint32_t texel = 0;  // the background is opaque, so no conversion from premultiplied alpha is necessary
      std::memcpy(&texel, rows + y * stride + 4 * x, 4);
      for (const int shift : {16, 8, 0, 24}) picture.rgba.push_back(static_cast<std::uint8_t>(texel >> shift & 255u));
    }
  }
  return picture;
}

}  // namespace texelsort::app
