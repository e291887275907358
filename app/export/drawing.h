#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "compute/data/format/picture.h"

/// A frame of the window as lines, texts and pictures, which can be written as SVG, PDF or pixels.
namespace texelsort::app {

using data::Picture;

/// A colour in sRGB with channels from 0 to 255. Alpha 255 is opaque.
struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0, alpha = 255;
  bool operator==(const Colour&) const = default;
};

/// A position in pixels from the upper left corner.
struct Point {
  float x = 0, y = 0;
};

struct Area {
  float left = 0, top = 0, right = 0, bottom = 0;
  bool empty() const { return right <= left || bottom <= top; }
  bool holds(const Area& other) const {
    return left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom;
  }
  bool operator==(const Area&) const = default;
};

/// A filled polygon or a polyline.
struct Shape {
  std::vector<Point> points;
  float line_width = 0;  ///< width in pixels; 0 if the shape is filled
  bool closed = false;   ///< true if a line also joins its last and first points
  Colour colour;
};

/// The built-in fonts, in the order of their names in embedded_files().
enum class Face : std::uint8_t { regular, bold, mono };

/// A text on one line.
struct TextRun {
  std::string text;         ///< text in UTF-8
  std::vector<float> pens;  ///< start of each character in pixels, and the end of the last one
  float baseline = 0;       ///< y of the baseline in pixels from the top
  Face face = Face::regular;
  float em = 0;  ///< font size in pixels: the em, as in SVG and PDF
  Colour colour;
};

/// Pixels computed on the GPU. Vector formats embed them as an image.
struct Pixels {
  Area area;
  Picture picture;
};

struct DrawnPart {
  std::variant<Shape, TextRun, Pixels> what;
  std::optional<Area> clip;  ///< area outside of which nothing is drawn; unset if there is no limit
};

struct Drawing {
  float width = 0, height = 0;  ///< size in pixels
  Colour background;
  std::vector<DrawnPart> parts;  ///< parts to draw, from bottom to top
  std::string title;             ///< title for screen readers and for a document's table of contents
};

/// A tooltip for an area of an SVG.
struct Tip {
  Area area;
  std::vector<Point> line;  ///< line with the tooltip; the whole area if empty
  std::string text;
};

struct SvgForm {
  std::string id_prefix{};  ///< prefix of ids, which makes an SVG's ids unique in an HTML page
  std::vector<Tip> tips{};
};

/// Returns a drawing as a complete SVG document or, if the form has a prefix, as an element for an HTML page with the
/// rules of svg_style(). Text can be selected and searched. Pictures are embedded. Equal drawings give equal bytes.
std::string svg(const Drawing& drawing, const SvgForm& form = {});

/// Returns the style rules for texts, for an HTML page that contains such SVG elements.
std::string svg_style();

/// Returns the drawing as pixels on an opaque background. Throws InternalError.
Picture raster(const Drawing& drawing);

/// Returns a PDF document with one page per drawing. The drawings' titles are its table of contents. Embeds the used
/// glyphs. Texts can be searched. Equal drawings give equal bytes. Throws InternalError.
std::string pdf(std::span<const Drawing> pages, const std::string& title);

}  // namespace texelsort::app
