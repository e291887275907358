#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/export/drawing.h"
#include "app/export/png.h"
#include "app/session/base64.h"
#include "compute/data/format/svg_writer.h"

namespace texelsort::app {

namespace {

/// Returns a length in pixels as text, rounded to a hundredth of a pixel.
std::string number(float value) {
  const double rounded = std::round(100.0 * static_cast<double>(value)) / 100;
  return fmt::format("{:.7g}", rounded == 0 ? 0.0 : rounded);
}

std::string colour_text(const Colour& colour) {
  return fmt::format("#{:02X}{:02X}{:02X}", colour.red, colour.green, colour.blue);
}

/// Returns the opacity of a colour as text, or an empty string for an opaque colour.
std::string opacity(const Colour& colour) {
  return colour.alpha < 255 ? fmt::format("{:.3g}", colour.alpha / 255.0) : "";
}

/// Returns twice the area of a polygon. The area is positive if the points run clockwise on a screen.
float winding(const std::vector<Point>& points) {
  float sum = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point &a = points[i], &b = points[(i + 1) % points.size()];
    sum += a.x * b.y - b.x * a.y;
  }
  return sum;
}

/// Returns the outline of a polygon as SVG path data, always in the same direction. In one path, overlapping polygons
/// of different directions would cancel out.
std::string outline(const Shape& shape) {
  const std::size_t n = shape.points.size();
  const bool turned = shape.line_width == 0 && winding(shape.points) < 0;
  std::string d;
  for (std::size_t i = 0; i < n; ++i) {
    const Point& at = shape.points[turned ? n - 1 - i : i];
    d += fmt::format("{}{} {}", i == 0 ? "M" : i == 1 ? "L" : " ", number(at.x), number(at.y));
  }
  if (shape.line_width == 0 || shape.closed) d += "Z";
  return d;
}

std::string class_of(Face face) {
  constexpr std::array names{"r", "b", "m"};
  return names[static_cast<std::size_t>(face)];
}

class DrawingWriter {
 public:
  explicit DrawingWriter(const SvgForm& form) : form_(form) {}

  std::string write(const Drawing& drawing) {
    const std::string width = number(drawing.width), height = number(drawing.height);
    const bool alone = form_.id_prefix.empty();
    svg_.start("svg", "xmlns role aria-labelledby width height viewBox", alone ? "http://www.w3.org/2000/svg" : "",
               "img", form_.id_prefix + "title", width, height, fmt::format("0 0 {} {}", width, height));
    svg_.words("title", drawing.title, "id", form_.id_prefix + "title");
    if (alone) svg_.words("style", svg_style(), "");
    define_clips(drawing.parts);
    svg_.element("rect", "width height fill fill-opacity", width, height, colour_text(drawing.background),
                 opacity(drawing.background));
    for (const DrawnPart& part : drawing.parts) {
      clip_ = part.clip;
      std::visit([this](const auto& what) { add(what); }, part.what);
    }
    end_path();
    for (const Tip& tip : form_.tips) add(tip);
    svg_.end();
    return svg_.text();
  }

 private:
  void define_clips(const std::vector<DrawnPart>& parts) {
    for (const DrawnPart& part : parts) {
      if (part.clip && std::ranges::find(clips_, *part.clip) == clips_.end()) clips_.push_back(*part.clip);
    }
    if (clips_.empty()) return;
    svg_.start("defs", "");
    for (std::size_t id = 0; id < clips_.size(); ++id) {
      svg_.end_lines(false);
      svg_.start("clipPath", "id", fmt::format("{}c{}", form_.id_prefix, id));
      const Area& area = clips_[id];
      svg_.element("rect", "x y width height", number(area.left), number(area.top), number(area.right - area.left),
                   number(area.bottom - area.top));
      svg_.end_lines(true);
      svg_.end();
    }
    svg_.end();
  }

  void add(const Shape& shape) {
    // Join adjacent polygons of one opaque colour to one path. Antialiasing would otherwise leave gaps between them.
    const bool joins = shape.line_width == 0 && shape.colour.alpha == 255 && !path_.empty() &&
                       path_colour_ == shape.colour && path_clip_ == clip_;
    if (joins) {
      path_ += outline(shape);
      return;
    }
    end_path();
    if (shape.line_width > 0) {
      svg_.element("path", "d fill stroke stroke-opacity stroke-width clip-path", outline(shape), "none",
                   colour_text(shape.colour), opacity(shape.colour), number(shape.line_width), link_to(clip_));
      return;
    }
    path_ = outline(shape);
    path_colour_ = shape.colour;
    path_clip_ = clip_;
  }

  void add(const TextRun& words) {
    end_path();
    // The attribute textLength makes a text as wide as recorded, even if the viewer uses another font.
    svg_.words("text", words.text, "class x y font-size textLength fill fill-opacity clip-path", class_of(words.face),
               number(words.pens.front()), number(words.baseline), number(words.em),
               number(words.pens.back() - words.pens.front()), colour_text(words.colour), opacity(words.colour),
               link_to(clip_));
  }

  void add(const Pixels& pixels) {
    end_path();
    const Area& area = pixels.area;
    svg_.element("image", "x y width height href clip-path", number(area.left), number(area.top),
                 number(area.right - area.left), number(area.bottom - area.top),
                 "data:image/png;base64," + base64(encode_png(pixels.picture, true), base64_digits), link_to(clip_));
  }

  void add(const Tip& tip) {
    const Area& a = tip.area;
    const bool line = !tip.line.empty();
    const std::string d =
        line ? outline({.points = tip.line, .line_width = 1, .colour = {}})
             : outline({.points = {{a.left, a.top}, {a.right, a.top}, {a.right, a.bottom}, {a.left, a.bottom}},
                        .colour = {}});
    svg_.end_lines(false);
    svg_.start("path", "d fill stroke stroke-width pointer-events", d, "none", "none", 8, line ? "stroke" : "fill");
    svg_.words("title", tip.text, "");
    svg_.end_lines(true);
    svg_.end();
  }

  void end_path() {
    if (path_.empty()) return;
    svg_.element("path", "d fill fill-opacity clip-path", path_, colour_text(path_colour_), opacity(path_colour_),
                 link_to(path_clip_));
    path_.clear();
  }

  /// Returns the attribute that clips an element to an area. Returns an empty string if there is no area.
  std::string link_to(const std::optional<Area>& clip) const {
    if (!clip) return {};
    return fmt::format("url(#{}c{})", form_.id_prefix, std::ranges::find(clips_, *clip) - clips_.begin());
  }

  const SvgForm& form_;
  data::SvgWriter svg_;
  std::optional<Area> clip_, path_clip_;
  std::string path_;
  Colour path_colour_;
  std::vector<Area> clips_;
};

}  // namespace

std::string svg_style() {
  return "text{white-space:pre;font-kerning:none;font-variant-ligatures:none}"
         ".r,.b{font-family:Inter,'Helvetica Neue',Arial,sans-serif}.b{font-weight:600}"
         ".m{font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace}";
}

std::string svg(const Drawing& drawing, const SvgForm& form) {
  return DrawingWriter(form).write(drawing);
}

}  // namespace texelsort::app
