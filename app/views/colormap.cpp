#include "app/views/colormap.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

#include "app/value_range.h"

namespace texelsort::app {

namespace {

constexpr glm::vec3 rgb(std::uint32_t hex) {
  return {static_cast<float>(hex >> 16 & 255u) / 255.0f, static_cast<float>(hex >> 8 & 255u) / 255.0f,
          static_cast<float>(hex & 255u) / 255.0f};
}

/// Smith and van der Walt, "A better default colormap for Matplotlib", SciPy 2015, at ten even places.
constexpr std::array viridis{rgb(0x440154), rgb(0x482878), rgb(0x3e4989), rgb(0x31688e), rgb(0x26828e),
                             rgb(0x1f9e89), rgb(0x35b779), rgb(0x6ece58), rgb(0xb5de2b), rgb(0xfde725)};

/// Nunez, Anderton and Renslow, "Optimizing colormaps with consideration for color vision deficiency", PLOS ONE 2018.
constexpr std::array cividis{rgb(0x00224e), rgb(0x123570), rgb(0x3b496c), rgb(0x575d6d), rgb(0x707173),
                             rgb(0x8a8678), rgb(0xa59c74), rgb(0xc3b369), rgb(0xe1cc55), rgb(0xfee838)};

}  // namespace

std::span<const glm::vec3> stops(ColormapName name) {
  return name == ColormapName::viridis ? std::span<const glm::vec3>(viridis) : std::span<const glm::vec3>(cividis);
}

glm::vec3 colour_at(ColormapName name, double unit) {
  const auto table = stops(name);
  const double place = std::clamp(unit, 0.0, 1.0) * static_cast<double>(table.size() - 1);
  const std::size_t stop = std::min(static_cast<std::size_t>(place), table.size() - 2);
  const float mix = static_cast<float>(place - static_cast<double>(stop));
  return table[stop] * (1.0f - mix) + table[stop + 1] * mix;
}

glm::vec3 key_colour(const Session& session, const Theme& theme, const data::Keys& keys, std::uint64_t i) {
  const double unit = value_range(session.player()).unit(keys, i);
  return unit < 0 ? glm::vec3(to_vec4(theme.not_a_number)) : colour_at(session.look.colormap, unit);
}

std::string glsl_stops(ColormapName name) {
  std::string text;
  for (const auto& c : stops(name))
    text += fmt::format("{}vec3({:.4f},{:.4f},{:.4f})", text.empty() ? "" : ",", c.r, c.g, c.b);
  return text;
}

}  // namespace texelsort::app
