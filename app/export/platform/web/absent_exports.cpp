#include "app/export/drawing.h"
#include "app/export/film.h"
#include "compute/data/error.h"

/// Replacements for export functions that need cairo or giflib. The browser edition has neither library, so these
/// functions throw.
namespace texelsort::app {

namespace {

[[noreturn]] void refuse_form(const char* form) {
  throw UnavailableError(std::string(form) + " needs the desktop program: the browser edition writes only PNG and SVG");
}

}  // namespace

Picture raster(const Drawing&) {
  refuse_form("a picture of a drawing");
}

std::string pdf(std::span<const Drawing>, const std::string&) {
  refuse_form("PDF");
}

std::string gif(const Film&) {
  refuse_form("an animated GIF");
}

std::string animated_png(const Film&) {
  refuse_form("an animated PNG");
}

}  // namespace texelsort::app
