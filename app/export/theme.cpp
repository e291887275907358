#include "app/export/theme.h"

#include <algorithm>
#include <cmath>

namespace texelsort::app {

namespace {

constexpr std::uint32_t rgb(std::uint32_t hex) {
  return 0xFF000000u | (hex & 255u) << 16 | (hex & 0xFF00u) | hex >> 16;
}

constexpr unsigned orange = 0xE69F00, sky_blue = 0x56B4E9, bluish_green = 0x009E73, yellow = 0xF0E442, blue = 0x0072B2,
                   vermillion = 0xD55E00, reddish_purple = 0xCC79A7;

constexpr Theme dark{.background = rgb(0x111418),
                     .panel = rgb(0x1A1E24),
                     .raised = rgb(0x272D36),
                     .hovered = rgb(0x343C47),
                     .line = rgb(0x2E353F),
                     .text = rgb(0xE9ECF0),
                     .dim = rgb(0xA3ACB8),
                     .faint = rgb(0x66707D),
                     .accent = rgb(sky_blue),
                     .on_accent = rgb(0x0B1116),
                     .minimum = rgb(sky_blue),
                     .maximum = rgb(orange),
                     .decide = rgb(0xB4BCC6),
                     .swapped = rgb(0xF07B2A),
                     .kept = rgb(0x2BC49A),
                     .selected = rgb(0xFFFFFF),
                     .warning = rgb(0xFF6B57),  // vermillion, lighter than in the palette of Okabe and Ito
                     .not_a_number = rgb(reddish_purple)};

constexpr Theme light{.background = rgb(0xEDEFF2),
                      .panel = rgb(0xFFFFFF),
                      .raised = rgb(0xEBEEF2),
                      .hovered = rgb(0xDCE2E9),
                      .line = rgb(0xD9DEE5),
                      .text = rgb(0x1A1F26),
                      .dim = rgb(0x555F6D),
                      .faint = rgb(0x7D8895),
                      .accent = rgb(blue),
                      .on_accent = rgb(0xFFFFFF),
                      .minimum = rgb(blue),
                      .maximum = rgb(vermillion),
                      .decide = rgb(0x5E6773),
                      .swapped = rgb(vermillion),
                      .kept = rgb(bluish_green),
                      .selected = rgb(0x000000),
                      .warning = rgb(vermillion),
                      .not_a_number = rgb(reddish_purple)};

}  // namespace

const Theme& theme(ThemeName name) {
  return name == ThemeName::dark ? dark : light;
}

glm::vec4 to_vec4(std::uint32_t color) {
  const auto channel = [color](int shift) { return static_cast<float>(color >> shift & 255u) * (1.0f / 255.0f); };
  return {channel(0), channel(8), channel(16), channel(24)};
}

std::uint32_t to_color(const glm::vec3& rgb, float alpha) {
  const auto channel = [](float unit, int shift) {
    return static_cast<std::uint32_t>(std::clamp(unit, 0.0f, 1.0f) * 255.0f + 0.5f) << shift;
  };
  return channel(rgb.r, 0) | channel(rgb.g, 8) | channel(rgb.b, 16) | channel(alpha, 24);
}

std::uint32_t with_alpha(std::uint32_t color, float alpha) {
  const glm::vec4 c = to_vec4(color);
  return to_color({c.r, c.g, c.b}, c.a * alpha);
}

std::uint32_t blend(std::uint32_t from, std::uint32_t to, float amount) {
  const glm::vec4 a = to_vec4(from), b = to_vec4(to);
  const glm::vec4 c = a * (1.0f - amount) + b * amount;
  return to_color({c.r, c.g, c.b}, c.a);
}

float hidden_on(const glm::vec3& back, const glm::vec3& colour) {
  constexpr float low = 0.05f, high = 0.3f;
  const glm::vec3 apart = colour - back;
  const float contrast = std::abs(0.2126f * apart.r + 0.7152f * apart.g + 0.0722f * apart.b);
  const float t = std::clamp((contrast - low) / (high - low), 0.0f, 1.0f);
  return 1 - t * t * (3 - 2 * t);
}

std::uint32_t readable_on(const glm::vec3& back) {
  // Compute the relative luminance of WCAG 2.1. On a background of luminance 0.18, black and white have equal contrast.
  // The limit is higher, because white is easier to read on saturated blue and green.
  const auto linear = [](float channel) { return std::pow(channel, 2.2f); };
  const float luminance = 0.2126f * linear(back.r) + 0.7152f * linear(back.g) + 0.0722f * linear(back.b);
  return luminance > 0.2f ? rgb(0x0A0C10) : rgb(0xFFFFFF);
}

}  // namespace texelsort::app
