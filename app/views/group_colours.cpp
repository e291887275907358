#include "app/views/group_colours.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/views/colormap.h"
#include "app/views/diagrams.h"

namespace texelsort::app {

namespace {

constexpr glm::vec3 unit_rgb(unsigned hex) {
  return {static_cast<float>(hex >> 16 & 255u) / 255.0f, static_cast<float>(hex >> 8 & 255u) / 255.0f,
          static_cast<float>(hex & 255u) / 255.0f};
}

/// M. Okabe and K. Ito, "Color universal design", 2008, without black.
constexpr std::array palette{unit_rgb(0x56B4E9), unit_rgb(0xE69F00), unit_rgb(0x009E73), unit_rgb(0xF0E442),
                             unit_rgb(0x0072B2), unit_rgb(0xD55E00), unit_rgb(0xCC79A7)};
constexpr glm::vec3 no_group = unit_rgb(0x66707D);

std::array<std::uint8_t, 4> texel(const glm::vec3& c) {
  const auto channel = [](float unit) { return static_cast<std::uint8_t>(unit * 255.0f + 0.5f); };
  return {channel(c.r), channel(c.g), channel(c.b), 255};
}

/// By which keys are coloured now; null: by value.
const KeyGroups* colouring_groups(const Session& session) {
  return session.look.group_colours ? key_groups(session.player()) : nullptr;
}

}  // namespace

glm::vec3 palette_colour(std::uint64_t group) {
  return palette[group % palette.size()];
}

glm::vec3 scale_colour(const Look& look, std::uint64_t count, std::uint64_t group) {
  if (count <= palette.size()) return palette_colour(group);
  return colour_at(look.colormap, static_cast<double>(group) / static_cast<double>(count - 1));
}

glm::vec3 group_colour(const Look& look, const KeyGroups& groups, std::uint64_t group) {
  if (group == KeyGroups::none) return no_group;
  return groups.scale ? scale_colour(look, groups.count, group) : palette_colour(group);
}

glm::vec3 shown_colour(const Session& session, const Theme& theme, const data::Keys& keys, std::uint64_t i) {
  const KeyGroups* groups = colouring_groups(session);
  if (groups == nullptr) return key_colour(session, theme, keys, i);
  return group_colour(session.look, *groups, groups->of_key[i]);
}

void bind_tint(Ui& ui, const Session& session, gpu::Texture& tint, std::span<const std::uint64_t> places,
               gpu::DrawCall& call, gpu::Defines& defines) {
  const KeyGroups* groups = colouring_groups(session);
  if (groups == nullptr) return;
  const auto width =
      static_cast<std::uint32_t>(std::min<std::size_t>(places.size(), ui.device->info().max_texture_extent));
  const auto rows = static_cast<std::uint32_t>((places.size() + width - 1) / width);
  std::vector<std::array<std::uint8_t, 4>> texels(std::size_t{width} * rows);
  for (std::size_t i = 0; i < places.size(); ++i) {
    texels[i] = texel(group_colour(session.look, *groups, groups->of_key[places[i]]));
  }
  fit_picture(tint, {width, rows}, gpu::TexelFormat::rgba8, "tint");
  tint.write({0, 0, width, rows}, std::as_bytes(std::span(texels)));
  defines["TINTED"] = "1";
  call.textures.push_back({"tint", &tint});
}

std::string colour_caption(const Session& session) {
  const KeyGroups* groups = colouring_groups(session);
  return groups != nullptr ? fmt::format("colour: {}", groups->name) : std::string();
}

}  // namespace texelsort::app
