#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "compute/data/format/picture.h"

/// A frame of the window as lines, texts and pictures: recorded once, written as SVG, as PDF or as pixels.
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

/// A polygon that is filled, or a line along its points.
struct Shape {
  std::vector<Point> points;
  float line_width = 0;  ///< pixels; 0: filled
  bool closed = false;   ///< of a line: its last point is joined with its first
  Colour colour;
};

/// The fonts that the program carries in itself, by their names in embedded_files().
enum class Face : std::uint8_t { regular, bold, mono };

/// A run of characters on one line.
struct TextRun {
  std::string text;         ///< UTF-8
  std::vector<float> pens;  ///< where each character begins, pixels; one more for the end of the last
  float baseline = 0;       ///< pixels from the top
  Face face = Face::regular;
  float em = 0;  ///< the font's size as SVG and PDF count it, pixels
  Colour colour;
};

/// Pixels that have been computed on the GPU; they stay pixels.
struct Pixels {
  Area area;
  Picture picture;
};

struct DrawnPart {
  std::variant<Shape, TextRun, Pixels> what;
  std::optional<Area> clip;  ///< nothing is drawn outside; empty: it lies inside anyway
};

struct Drawing {
  float width = 0, height = 0;  ///< pixels
  Colour background;
  std::vector<DrawnPart> parts;  ///< from below to above
  std::string title;             ///< for screen readers, and for a document's contents
};

/// What is said about a part of an SVG to who points at it.
struct Tip {
  Area area;
  std::vector<Point> line;  ///< along these; empty: all of the area
  std::string text;
};

struct SvgForm {
  std::string id_prefix{};  ///< of an SVG that stands inside an HTML page: its ids differ from those of others there
  std::vector<Tip> tips{};
};

/// A complete SVG document, or, with a prefix, an element of a page, whose style it follows: texts are texts, which can
/// be selected and searched, and pictures stand inside it. Equal drawings give equal bytes.
std::string svg(const Drawing& drawing, const SvgForm& form = {});

/// Its rules for texts, for the page that an SVG stands in.
std::string svg_style();

/// The drawing as pixels; its background is opaque. Throws InternalError.
Picture raster(const Drawing& drawing);

/// A PDF document with a page for each drawing, in whose contents the titles stand. It has the fonts' letters that
/// occur in itself, and its texts can be searched. Equal drawings give equal bytes. Throws InternalError.
std::string pdf(std::span<const Drawing> pages, const std::string& title);

}  // namespace texelsort::app
