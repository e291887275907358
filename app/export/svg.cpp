#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/export/drawing.h"
#include "app/export/png.h"
#include "compute/data/xml_text.h"

namespace texelsort::app {

namespace {

/// A hundredth of a pixel is finer than any screen.
std::string number(float value) {
  const double rounded = std::round(100.0 * static_cast<double>(value)) / 100;
  return fmt::format("{:.7g}", rounded == 0 ? 0.0 : rounded);
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned bits = 0;
    for (std::size_t b = 0; b < 3; ++b) {
      bits = bits << 8 | (i + b < bytes.size() ? static_cast<unsigned char>(bytes[i + b]) : 0u);
    }
    for (std::size_t d = 0; d < 4; ++d) {
      out += i + d > bytes.size() ? '=' : digits[bits >> (18 - 6 * d) & 63u];
    }
  }
  return out;
}

/// `attribute="#RRGGBB"`, with the opacity where it is not opaque.
std::string paint(const char* attribute, const Colour& colour) {
  std::string out = fmt::format(" {}=\"#{:02X}{:02X}{:02X}\"", attribute, colour.red, colour.green, colour.blue);
  if (colour.alpha < 255) out += fmt::format(" {}-opacity=\"{:.3g}\"", attribute, colour.alpha / 255.0);
  return out;
}

/// Twice the area, above 0 for points that go clockwise on a screen.
float winding(const std::vector<Point>& points) {
  float sum = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point &a = points[i], &b = points[(i + 1) % points.size()];
    sum += a.x * b.y - b.x * a.y;
  }
  return sum;
}

/// All in one direction, so that polygons of one path add up where they lie over one another.
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

class SvgWriter {
 public:
  explicit SvgWriter(const SvgForm& form) : form_(form) {}

  std::string write(const Drawing& drawing) {
    for (const DrawnPart& part : drawing.parts) {
      clip_ = part.clip;
      std::visit([this](const auto& what) { add(what); }, part.what);
    }
    end_path();
    for (const Tip& tip : form_.tips) add(tip);
    const std::string size = fmt::format("width=\"{0}\" height=\"{1}\"", number(drawing.width), number(drawing.height));
    const std::string own = form_.id_prefix.empty() ? "xmlns=\"http://www.w3.org/2000/svg\" " : "";
    std::string out = fmt::format("<svg {}role=\"img\" aria-labelledby=\"{}title\" {} viewBox=\"0 0 {} {}\">\n", own,
                                  form_.id_prefix, size, number(drawing.width), number(drawing.height));
    out += fmt::format("<title id=\"{}title\">{}</title>\n", form_.id_prefix, data::xml_text(drawing.title));
    if (form_.id_prefix.empty()) out += fmt::format("<style>{}</style>\n", svg_style());
    if (!clips_.empty()) {
      out += "<defs>\n";
      for (std::size_t id = 0; id < clips_.size(); ++id) {
        const Area& area = clips_[id];
        out += fmt::format("<clipPath id=\"{}c{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n",
                           form_.id_prefix, id, number(area.left), number(area.top), number(area.right - area.left),
                           number(area.bottom - area.top));
      }
      out += "</defs>\n";
    }
    return out + fmt::format("<rect {}{}/>\n", size, paint("fill", drawing.background)) + body_ + "</svg>\n";
  }

 private:
  void add(const Shape& shape) {
    // Opaque polygons of one colour are one path: nothing shows through where two of them meet.
    const bool joins = shape.line_width == 0 && shape.colour.alpha == 255 && !path_.empty() &&
                       path_colour_ == shape.colour && path_clip_ == clip_;
    if (joins) {
      path_ += outline(shape);
      return;
    }
    end_path();
    if (shape.line_width > 0) {
      body_ += fmt::format("<path d=\"{}\" fill=\"none\"{} stroke-width=\"{}\"{}/>\n", outline(shape),
                           paint("stroke", shape.colour), number(shape.line_width), clipped());
      return;
    }
    path_ = outline(shape);
    path_colour_ = shape.colour;
    path_clip_ = clip_;
  }

  void add(const TextRun& words) {
    end_path();
    // A font of another width is spaced so that the text keeps its place.
    body_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{}\" textLength=\"{}\"{}{}>{}</text>\n",
                         class_of(words.face), number(words.pens.front()), number(words.baseline), number(words.em),
                         number(words.pens.back() - words.pens.front()), paint("fill", words.colour), clipped(),
                         data::xml_text(words.text));
  }

  void add(const Pixels& pixels) {
    end_path();
    body_ +=
        fmt::format("<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" href=\"data:image/png;base64,{}\"{}/>\n",
                    number(pixels.area.left), number(pixels.area.top), number(pixels.area.right - pixels.area.left),
                    number(pixels.area.bottom - pixels.area.top), base64(encode_png(pixels.picture, true)), clipped());
  }

  void add(const Tip& tip) {
    const Area& a = tip.area;
    const bool line = !tip.line.empty();
    const std::string d =
        line ? outline({.points = tip.line, .line_width = 1, .colour = {}})
             : outline({.points = {{a.left, a.top}, {a.right, a.top}, {a.right, a.bottom}, {a.left, a.bottom}},
                        .colour = {}});
    body_ += fmt::format(
        "<path d=\"{}\" fill=\"none\" stroke=\"none\" stroke-width=\"8\" pointer-events=\"{}\"><title>{}</title></path>\n",
        d, line ? "stroke" : "fill", data::xml_text(tip.text));
  }

  void end_path() {
    if (path_.empty()) return;
    const auto now = std::exchange(clip_, path_clip_);
    body_ += fmt::format("<path d=\"{}\"{}{}/>\n", path_, paint("fill", path_colour_), clipped());
    clip_ = now;
    path_.clear();
  }

  std::string clipped() {
    if (!clip_) return {};
    std::size_t id = 0;
    while (id < clips_.size() && clips_[id] != *clip_) ++id;
    if (id == clips_.size()) clips_.push_back(*clip_);
    return fmt::format(" clip-path=\"url(#{}c{})\"", form_.id_prefix, id);
  }

  const SvgForm& form_;
  std::optional<Area> clip_, path_clip_;
  std::string body_, path_;
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
  return SvgWriter(form).write(drawing);
}

}  // namespace texelsort::app
