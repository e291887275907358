#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "compute/data/format/picture.h"

/// A frame of the window as lines, texts and pictures. Recorded once, written as SVG, PDF or pixels.
namespace texelsort::app {

using data::Picture;

/// sRGB, 0 to 255; alpha 255 is opaque.
struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0, alpha = 255;
  bool operator==(const Colour&) const = default;
};

/// Pixels from the upper left corner.
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
  float line_width = 0;  ///< pixels; 0: filled
  bool closed = false;   ///< for a line: joins its last and first points
  Colour colour;
};

/// The built-in fonts, in the order of their names in embedded_files().
enum class Face : std::uint8_t { regular, bold, mono };

/// Characters on one line.
struct TextRun {
  std::string text;         ///< UTF-8
  std::vector<float> pens;  ///< start of each character in pixels, and the end of the last one
  float baseline = 0;       ///< pixels from the top
  Face face = Face::regular;
  float em = 0;  ///< font size in ems as in SVG and PDF, in pixels
  Colour colour;
};

/// Pixels computed on the GPU. Vector formats embed them as an image.
struct Pixels {
  Area area;
  Picture picture;
};

struct DrawnPart {
  std::variant<Shape, TextRun, Pixels> what;
  std::optional<Area> clip;  ///< nothing is drawn outside; empty: not clipped
};

struct Drawing {
  float width = 0, height = 0;  ///< pixels
  Colour background;
  std::vector<DrawnPart> parts;  ///< from bottom to top
  std::string title;             ///< for screen readers and for a document's table of contents
};

/// Tooltip of an area of an SVG.
struct Tip {
  Area area;
  std::vector<Point> line;  ///< sensitive line; empty: all of the area
  std::string text;
};

struct SvgForm {
  std::string id_prefix{};  ///< prefix of ids, which makes an SVG's ids unique in an HTML page
  std::vector<Tip> tips{};
};

/// Returns a complete SVG document or, with a prefix, an element for an HTML page with that page's style. Text can be
/// selected and searched. Pictures are embedded. Equal drawings give equal bytes.
std::string svg(const Drawing& drawing, const SvgForm& form = {});

/// Returns the text style rules for a page that contains such SVGs.
std::string svg_style();

/// Returns the drawing as pixels on an opaque background. Throws InternalError.
Picture raster(const Drawing& drawing);

/// Returns a PDF document with one page per drawing and the titles as its table of contents. Embeds the used glyphs.
/// Texts can be searched. Equal drawings give equal bytes. Throws InternalError.
std::string pdf(std::span<const Drawing> pages, const std::string& title);

}  // namespace texelsort::app
