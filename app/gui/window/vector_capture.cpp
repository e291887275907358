#include "app/gui/window/vector_capture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>

#include <stb_truetype.h>

#include "app/gui/window/compat.h"
#include "app/problem/embedded_files.h"
#include "compute/data/error.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

/// Distance in pixels below which two positions count as equal.
constexpr float same_place = 0.02f;

bool near(float a, float b) {
  return std::abs(a - b) < same_place;
}
bool near(Point a, Point b) {
  return near(a.x, b.x) && near(a.y, b.y);
}
Point middle(Point a, Point b) {
  return {0.5f * (a.x + b.x), 0.5f * (a.y + b.y)};
}

Colour colour_of(ImU32 packed) {
  const auto channel = [packed](int shift) { return static_cast<std::uint8_t>(packed >> shift & 255u); };
  return {channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT), channel(IM_COL32_B_SHIFT), channel(IM_COL32_A_SHIFT)};
}

Area bounds(const std::vector<Point>& points, float margin) {
  Area area{points[0].x, points[0].y, points[0].x, points[0].y};
  for (const Point& at : points) {
    area = {std::min(area.left, at.x), std::min(area.top, at.y), std::max(area.right, at.x),
            std::max(area.bottom, at.y)};
  }
  return {area.left - margin, area.top - margin, area.right + margin, area.bottom + margin};
}

Area common(const Area& a, const Area& b) {
  return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right), std::min(a.bottom, b.bottom)};
}

/// Converts ImGui's font size, the distance from the highest to the lowest point of a line, to the em of SVG and PDF.
float em_of(std::string_view file, float size) {
  stbtt_fontinfo font;
  const auto* bytes = reinterpret_cast<const unsigned char*>(embedded_file(file).bytes.data());
  if (stbtt_InitFont(&font, bytes, stbtt_GetFontOffsetForIndex(bytes, 0)) == 0) {
    throw InternalError("a built-in font cannot be read");
  }
  return stbtt_ScaleForPixelHeight(&font, size) / stbtt_ScaleForMappingEmToPixels(&font, 1);
}

/// Finds the letter and the font that belong to a position in ImGui's font texture.
class Letters {
 public:
  struct Letter {
    const ImFontGlyph* glyph = nullptr;
    const compat::FontFace* font = nullptr;
    Face face = Face::regular;
    float em = 0;
  };

  explicit Letters(const Fonts& fonts)
      : fonts_{compat::font_face(fonts.body), compat::font_face(fonts.small),      compat::font_face(fonts.title),
               compat::font_face(fonts.mono), compat::font_face(fonts.mono_small), compat::font_face(fonts.mono_large),
               compat::font_face(fonts.large)} {
    constexpr std::array faces{Face::regular, Face::regular, Face::bold,   Face::mono,
                               Face::mono,    Face::mono,    Face::regular};
    constexpr std::array files{"regular", "bold", "mono"};
    for (std::size_t f = 0; f < fonts_.size(); ++f) {
      const float em = em_of(files[static_cast<std::size_t>(faces[f])], fonts_[f].size);
      for (const ImFontGlyph& glyph : fonts_[f].glyphs()) {
        if (glyph.Visible) letters_.emplace(std::pair(glyph.U0, glyph.V0), Letter{&glyph, &fonts_[f], faces[f], em});
      }
    }
  }

  const Letter* at(ImVec2 low_uv) const {
    const auto found = letters_.find({low_uv.x, low_uv.y});
    return found == letters_.end() ? nullptr : &found->second;
  }

 private:
  std::array<compat::FontFace, 7> fonts_;
  std::map<std::pair<float, float>, Letter> letters_;
};

class Recorder {
 public:
  Recorder(Drawing& drawing, const Fonts& fonts)
      : drawing_(drawing), letters_(fonts), white_(ImGui::GetIO().Fonts->TexUvWhitePixel) {}

  /// Records the shapes and texts of an ImGui draw command that uses the font texture.
  void add(const ImDrawList& list, const ImDrawCmd& command, const Area& clip) {
    clip_ = clip;
    const ImDrawVert* vertices = list.VtxBuffer.Data + command.VtxOffset;
    const std::span<const ImDrawIdx> indices(list.IdxBuffer.Data + command.IdxOffset, command.ElemCount);
    for (std::size_t i = 0; i + 2 < indices.size();) {
      // Consecutive triangles with the same first corner are a fan, which represents a convex polygon.
      const unsigned first = indices[i];
      unsigned last = indices[i + 2];
      const bool fan = indices[i + 1] == first + 1 && last == first + 2;
      if (!fan) {
        add({vertices[first], vertices[indices[i + 1]], vertices[last]});
        i += 3;
        continue;
      }
      for (i += 3;
           i + 2 < indices.size() && indices[i] == first && indices[i + 1] == last && indices[i + 2] == last + 1;
           i += 3) {
        ++last;
      }
      add(std::vector<ImDrawVert>(vertices + first, vertices + last + 1));
    }
    end_words();
    end_line();
  }

 private:
  void add(const std::vector<ImDrawVert>& corners) {
    if (corners[0].uv.x != white_.x || corners[0].uv.y != white_.y) {
      end_line();
      if (corners.size() == 4) add_letter(corners);
      return;
    }
    end_words();
    const bool plain =
        std::ranges::all_of(corners, [&](const ImDrawVert& corner) { return corner.col == corners[0].col; });
    if (!plain) return add_gradient(corners);
    if (corners.size() == 4 && goes_on(corners)) return;
    end_line();
    Shape shape{.points = {}, .colour = colour_of(corners[0].col)};
    for (const ImDrawVert& corner : corners) shape.points.push_back({corner.pos.x, corner.pos.y});
    if (corners.size() == 4 && begins(corners)) {
      segment_ = std::move(shape);
      return;
    }
    put(std::move(shape));
  }

  static Point place(const ImDrawVert& corner) { return {corner.pos.x, corner.pos.y}; }

  /// Starts a line if the four corners form a rectangle, which is then the first segment of the line. The segment leads
  /// from the edge between corners 0 and 3 to the edge between corners 1 and 2. Returns false if the corners form no
  /// rectangle.
  bool begins(const std::vector<ImDrawVert>& corners) {
    const Point a = place(corners[0]), b = place(corners[1]), c = place(corners[2]), d = place(corners[3]);
    const Point along{b.x - a.x, b.y - a.y}, across{d.x - a.x, d.y - a.y};
    if (!near(middle(a, c), middle(b, d)) || !near(along.x * across.x + along.y * across.y, 0)) return false;
    line_.line_width = std::hypot(across.x, across.y);
    line_.colour = colour_of(corners[0].col);
    line_.points = {middle(a, d), middle(b, c)};
    return true;
  }

  /// Continues the present line by a segment with four corners. Returns false if the segment does not begin at the end
  /// of the line.
  bool goes_on(const std::vector<ImDrawVert>& corners) {
    if (line_.points.empty()) return false;
    const Point a = place(corners[0]), b = place(corners[1]), c = place(corners[2]), d = place(corners[3]);
    if (!near(middle(a, d), line_.points.back()) || colour_of(corners[0].col) != line_.colour) return false;
    if (!near(std::hypot(d.x - a.x, d.y - a.y), line_.line_width)) return false;
    line_.points.push_back(middle(b, c));
    return true;
  }

  /// Ends the present line and records it. If the line has only one segment, records a filled polygon, because the
  /// segment may be a box.
  void end_line() {
    if (line_.points.size() == 2) {
      put(std::move(segment_));
    } else if (line_.points.size() > 2) {
      line_.closed = near(line_.points.front(), line_.points.back());
      if (line_.closed) line_.points.pop_back();
      put(line_);
    }
    line_ = {};
    segment_ = {};
  }

  /// Records a gradient between the upper and the lower edge of a box, as strips of one colour each.
  void add_gradient(const std::vector<ImDrawVert>& corners) {
    end_line();
    constexpr int strips = 16;
    const auto mixed = [](ImU32 from, ImU32 to, float amount) {
      const Colour a = colour_of(from), b = colour_of(to);
      const auto mix = [amount](std::uint8_t x, std::uint8_t y) {
        return static_cast<std::uint8_t>(
            std::lround((1 - amount) * static_cast<float>(x) + amount * static_cast<float>(y)));
      };
      return Colour{mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue), mix(a.alpha, b.alpha)};
    };
    const ImDrawVert &low = corners[0], &high = corners[corners.size() > 2 ? 2 : 0];
    for (int i = 0; i < strips; ++i) {
      const auto at = [&](int strip) {
        return low.pos.y + (high.pos.y - low.pos.y) * static_cast<float>(strip) / strips;
      };
      put({.points = {{low.pos.x, at(i)}, {high.pos.x, at(i)}, {high.pos.x, at(i + 1)}, {low.pos.x, at(i + 1)}},
           .colour = mixed(low.col, high.col, (static_cast<float>(i) + 0.5f) / strips)});
    }
  }

  void add_letter(const std::vector<ImDrawVert>& corners) {
    const Letters::Letter* letter = letters_.at(corners[0].uv);
    if (letter == nullptr) return;
    const ImFontGlyph& glyph = *letter->glyph;
    const float pen = corners[0].pos.x - glyph.X0, baseline = corners[0].pos.y - glyph.Y0 + letter->font->ascent;
    const Colour colour = colour_of(corners[0].col);
    const bool same_line = !words_.text.empty() && words_.face == letter->face && words_.em == letter->em &&
                           words_.colour == colour && near(words_.baseline, baseline);
    if (!same_line || !space_until(pen, letter->font->space)) {
      end_words();
      words_ = {
          .text = {}, .pens = {pen}, .baseline = baseline, .face = letter->face, .em = letter->em, .colour = colour};
      words_area_ = {corners[0].pos.x, corners[0].pos.y, corners[2].pos.x, corners[2].pos.y};
    }
    data::append_character(words_.text, glyph.Codepoint);
    words_.pens.push_back(pen + glyph.AdvanceX);
    words_area_ = {std::min(words_area_.left, corners[0].pos.x), std::min(words_area_.top, corners[0].pos.y),
                   std::max(words_area_.right, corners[2].pos.x), std::max(words_area_.bottom, corners[2].pos.y)};
  }

  /// Adds the spaces between the last letter and `pen`, because ImGui does not draw spaces. Returns false if no number
  /// of spaces fills the gap exactly.
  bool space_until(float pen, float space) {
    constexpr int most_spaces = 3;
    const float gap = pen - words_.pens.back();
    int spaces = 0;
    while (spaces <= most_spaces && !near(gap, static_cast<float>(spaces) * space)) ++spaces;
    if (spaces > most_spaces) return false;
    for (; spaces > 0; --spaces) {
      words_.text += ' ';
      words_.pens.push_back(words_.pens.back() + space);
    }
    return true;
  }

  void end_words() {
    if (!words_.text.empty()) put(std::move(words_), words_area_);
    words_ = {};
  }

  void put(Shape shape) {
    if (shape.colour.alpha == 0) return;
    const Area area = bounds(shape.points, 0.5f * shape.line_width);
    put(std::move(shape), area);
  }
  template <class What>
  void put(What what, const Area& area) {
    if (common(area, clip_).empty()) return;
    drawing_.parts.push_back({std::move(what), clip_.holds(area) ? std::nullopt : std::optional(clip_)});
  }

  Drawing& drawing_;
  Letters letters_;
  ImVec2 white_;
  Area clip_;
  Shape line_, segment_;
  TextRun words_;
  Area words_area_;
};

/// Returns the pixels of a draw command: the part of `picture` within `area`. `picture` must show no other command.
Pixels cut_out(const Picture& picture, const Area& area) {
  const auto left = static_cast<std::uint32_t>(std::max(0.0f, std::floor(area.left))),
             top = static_cast<std::uint32_t>(std::max(0.0f, std::floor(area.top)));
  const auto right = std::min(picture.width, static_cast<std::uint32_t>(std::ceil(area.right))),
             bottom = std::min(picture.height, static_cast<std::uint32_t>(std::ceil(area.bottom)));
  Pixels pixels{
      {static_cast<float>(left), static_cast<float>(top), static_cast<float>(right), static_cast<float>(bottom)},
      {right - left, bottom - top, {}}};
  for (std::uint32_t y = top; y < bottom; ++y) {
    const auto row = picture.rgba.begin() + std::ptrdiff_t{4} * y * picture.width;
    pixels.picture.rgba.insert(pixels.picture.rgba.end(), row + std::ptrdiff_t{4} * left,
                               row + std::ptrdiff_t{4} * right);
  }
  // The colours are premultiplied by alpha, because the background was transparent. Divide them by alpha.
  for (std::size_t i = 0; i < pixels.picture.rgba.size(); i += 4) {
    std::uint8_t* texel = pixels.picture.rgba.data() + i;
    if (texel[3] == 0 || texel[3] == 255) continue;
    for (int c = 0; c < 3; ++c) texel[c] = static_cast<std::uint8_t>(std::min(255, 255 * texel[c] / texel[3]));
  }
  return pixels;
}

/// Returns the bounds in pixels of all shapes in a draw command.
Area extent_of(const ImDrawList& list, const ImDrawCmd& command) {
  std::vector<Point> points;
  for (unsigned i = 0; i < command.ElemCount; ++i) {
    const ImVec2 at =
        list.VtxBuffer[static_cast<int>(list.IdxBuffer[static_cast<int>(command.IdxOffset + i)] + command.VtxOffset)]
            .pos;
    points.push_back({at.x, at.y});
  }
  return bounds(points, 0);
}

/// Returns a picture of the frame that shows only one of its draw commands. `drawn` draws the frame.
Picture alone(ImDrawData& frame, const ImDrawCmd& command, const std::function<Picture()>& drawn) {
  std::vector<std::pair<ImDrawCmd*, unsigned>> counts;
  for (int l = 0; l < frame.CmdListsCount; ++l) {
    for (ImDrawCmd& other : frame.CmdLists[l]->CmdBuffer) {
      counts.emplace_back(&other, other.ElemCount);
      if (&other != &command) other.ElemCount = 0;
    }
  }
  Picture picture = drawn();
  for (const auto& [other, count] : counts) other->ElemCount = count;
  return picture;
}

}  // namespace

Drawing record(ImDrawData& frame, const Fonts& fonts, ImU32 background, const std::function<Picture()>& drawn) {
  Drawing drawing{.width = frame.DisplaySize.x,
                  .height = frame.DisplaySize.y,
                  .background = colour_of(background),
                  .parts = {},
                  .title = {}};
  Recorder recorder(drawing, fonts);
  for (int l = 0; l < frame.CmdListsCount; ++l) {
    const ImDrawList& list = *frame.CmdLists[l];
    for (const ImDrawCmd& command : list.CmdBuffer) {
      if (command.ElemCount == 0) continue;
      const ImVec4 c = command.ClipRect;
      const Area clip = common({c.x, c.y, c.z, c.w}, {0, 0, drawing.width, drawing.height});
      if (clip.empty()) continue;
      if (compat::is_font_texture(command)) {
        recorder.add(list, command, clip);
        continue;
      }
      const Area area = common(extent_of(list, command), clip);
      if (area.empty()) continue;
      drawing.parts.push_back({cut_out(alone(frame, command, drawn), area), std::nullopt});
    }
  }
  return drawing;
}

}  // namespace texelsort::app
