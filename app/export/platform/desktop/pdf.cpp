#include <cairo-pdf.h>
#include <fmt/format.h>

#include "app/export/drawing.h"
#include "app/export/platform/desktop/cairo_drawing.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

/// Points (1/72 inch) per CSS pixel (1/96 inch).
constexpr double points_per_pixel = 0.75;

}  // namespace

std::string pdf(std::span<const Drawing> pages, const std::string& title) {
  const cairo::AllFonts fonts = cairo::all_fonts();
  std::string bytes;
  const auto append = [](void* to, const unsigned char* data, unsigned length) {
    static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
  };
  const cairo::Surface surface(cairo_pdf_surface_create_for_stream(append, &bytes, 1, 1));
  cairo::check(cairo_surface_status(surface.get()));
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, data::outgoing_text(title).c_str());
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "texelsort");
  // Use a fixed date, so that equal drawings give equal bytes on every day.
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  const cairo::Context context(cairo_create(surface.get()));
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const Drawing& page = pages[i];
    cairo_pdf_surface_set_size(surface.get(), points_per_pixel * page.width, points_per_pixel * page.height);
    cairo_save(context.get());
    cairo_scale(context.get(), points_per_pixel, points_per_pixel);
    cairo::draw(context.get(), page, fonts);
    cairo_restore(context.get());
    const std::string place = fmt::format("page={} pos=[0 0]", i + 1);
    cairo_pdf_surface_add_outline(surface.get(), CAIRO_PDF_OUTLINE_ROOT, data::outgoing_text(page.title).c_str(),
                                  place.c_str(), cairo_pdf_outline_flags_t{});
    cairo_show_page(context.get());
  }
  cairo::check(cairo_status(context.get()));
  cairo_surface_finish(surface.get());
  cairo::check(cairo_surface_status(surface.get()));
  return bytes;
}

}  // namespace texelsort::app
