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

/// A colour in sRGB with channels from 0 to 255. An alpha of 255 is opaque.
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
  float line_width = 0;  ///< width of the line in pixels; 0 if the shape is filled
  bool closed = false;   ///< true if a line also joins the last point to the first
  Colour colour;
};

/// The built-in fonts, in the order of embedded_files().
enum class Face : std::uint8_t { regular, bold, mono };

/// A text on one line.
struct TextRun {
  std::string text;         ///< text in UTF-8
  std::vector<float> pens;  ///< start of each character in pixels from the left, and the end of the last character
  float baseline = 0;       ///< y of the baseline in pixels from the top
  Face face = Face::regular;
  float em = 0;  ///< font size in pixels: the em, as in SVG and PDF
  Colour colour;
};

/// A picture computed on the GPU. Vector formats embed the picture as an image.
struct Pixels {
  Area area;
  Picture picture;
};

struct DrawnPart {
  std::variant<Shape, TextRun, Pixels> what;
  std::optional<Area> clip;  ///< area to which the part is clipped; unset if the part is not clipped
};

struct Drawing {
  float width = 0, height = 0;  ///< size of the drawing in pixels
  Colour background;
  std::vector<DrawnPart> parts;  ///< parts of the drawing, from bottom to top
  std::string title;             ///< title for screen readers and for the table of contents of a document
};

/// A tooltip for an area or a line of an SVG.
struct Tip {
  Area area;
  std::vector<Point> line;  ///< line that reacts to the mouse; if empty, the whole area reacts
  std::string text;
};

struct SvgForm {
  std::string id_prefix{};  ///< prefix of all ids in the SVG, so that several SVG elements can be in one HTML page
  std::vector<Tip> tips{};
};

/// Returns a drawing as a complete SVG document. If `form` has an id prefix, returns an SVG element for an HTML page
/// instead, which must contain the rules of svg_style(). Texts remain selectable text, and pictures are embedded. Equal
/// drawings give equal bytes.
std::string svg(const Drawing& drawing, const SvgForm& form = {});

/// Returns the style rules that an HTML page needs for the texts of SVG elements from svg().
std::string svg_style();

/// Returns a drawing as pixels on an opaque background. Throws InternalError if cairo fails.
Picture raster(const Drawing& drawing);

/// Returns a PDF document with one page per drawing. The drawings' titles are the table of contents. Texts can be
/// searched, because the used glyphs are embedded. Equal drawings give equal bytes. Throws InternalError if cairo
/// fails.
std::string pdf(std::span<const Drawing> pages, const std::string& title);

}  // namespace texelsort::app
