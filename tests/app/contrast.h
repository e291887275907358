#pragma once

#include <algorithm>
#include <cmath>
#include <glm/vec3.hpp>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/gui/window/offscreen.h"
#include "tests/app/pixels.h"
#include "tests/app/text_audit.h"

/// Functions that measure contrast in pictures, as the ratio of WCAG 2.1: 1 for equal luminance, 21 for black on white.
namespace texelsort::app {

inline float luminance(const glm::vec3& colour) {
  const auto linear = [](float channel) { return std::pow(channel, 2.2f); };
  return 0.2126f * linear(colour.r) + 0.7152f * linear(colour.g) + 0.0722f * linear(colour.b);
}

inline float luminance_at(const Picture& picture, std::size_t pixel) {
  const auto channel = [&](std::size_t c) { return static_cast<float>(picture.rgba[4 * pixel + c]) / 255.0f; };
  return luminance({channel(0), channel(1), channel(2)});
}

inline float contrast_of(float one, float other) {
  return (std::max(one, other) + 0.05f) / (std::min(one, other) + 0.05f);
}

/// Returns the contrast between the darkest and the lightest pixel of a text and its background. Returns the greatest
/// contrast, 21, for a text without visible pixels.
inline float contrast_of(const Picture& picture, const DrawnText& text) {
  const Ink ink = seen_of(text);
  const auto from = [](float edge) { return static_cast<std::uint32_t>(std::ceil(std::max(edge, 0.0f))); };
  std::vector<float> pixels;
  for (std::uint32_t y = from(ink.top); y < std::min(from(ink.bottom), picture.height); ++y) {
    for (std::uint32_t x = from(ink.left); x < std::min(from(ink.right), picture.width); ++x) {
      pixels.push_back(luminance_at(picture, std::size_t{y} * picture.width + x));
    }
  }
  if (pixels.empty()) return 21;
  const auto [darkest, lightest] = std::ranges::minmax(pixels);
  return contrast_of(lightest, darkest);
}

/// Returns the texts whose contrast is below `least`, one per line. Ignores texts that a page above them can hide, and
/// texts that scroll, because they fade at the edge of their card.
inline std::string faint_texts(const Picture& picture, const TextLog& log, float least) {
  std::vector<std::string> faint;
  const unsigned top = log.texts().empty() ? 0 : std::ranges::max(log.texts(), {}, &DrawnText::layer).layer;
  for (const DrawnText& text : log.texts()) {
    if (text.layer != top || text.scrolls) continue;
    const float contrast = contrast_of(picture, text);
    if (contrast < least) faint.push_back(fmt::format("{:.2f}: {}", contrast, shown_at(text)));
  }
  return fmt::format("{}", fmt::join(faint, "\n"));
}

/// Returns the number of pixels with the colour `filled` whose shape has no visible edge: in one of four directions,
/// the colour `back` follows within a few pixels, and no pixel between them contrasts with it.
inline std::size_t pixels_without_edge(const Picture& picture, const glm::vec3& filled, const glm::vec3& back) {
  constexpr int reach = 4;
  constexpr float visible = 1.4f;
  const auto width = static_cast<int>(picture.width), height = static_cast<int>(picture.height);
  const auto ends_unseen = [&](int x, int y, int dx, int dy) {
    for (int i = 1; i <= reach; ++i) {
      const int column = x + i * dx, row = y + i * dy;
      if (column < 0 || row < 0 || column >= width || row >= height) return false;
      const auto pixel = static_cast<std::size_t>(row) * picture.width + static_cast<std::size_t>(column);
      if (equals(picture, pixel, back)) return true;
      if (equals(picture, pixel, filled)) return false;
      if (contrast_of(luminance_at(picture, pixel), luminance(back)) >= visible) return false;
    }
    return false;
  };
  std::size_t count = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (!equals(picture, static_cast<std::size_t>(y) * picture.width + static_cast<std::size_t>(x), filled)) continue;
      count +=
          ends_unseen(x, y, 1, 0) || ends_unseen(x, y, -1, 0) || ends_unseen(x, y, 0, 1) || ends_unseen(x, y, 0, -1)
              ? 1
              : 0;
    }
  }
  return count;
}

}  // namespace texelsort::app
