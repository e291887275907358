#include "app/gui/views/tint.h"

#include <algorithm>
#include <array>
#include <vector>

#include "app/export/colours.h"

namespace texelsort::app {

namespace {

/// Returns a texel that encodes the colour and the pattern of a key's group, for shaders/display/pattern.glsl.
std::array<std::uint8_t, 4> texel(const glm::vec3& c, Pattern pattern) {
  const auto channel = [](float unit) { return static_cast<std::uint8_t>(unit * 255.0f + 0.5f); };
  return {channel(c.r), channel(c.g), channel(c.b), static_cast<std::uint8_t>(255 - static_cast<int>(pattern))};
}

}  // namespace

void bind_tint(Ui& ui, const Session& session, gpu::Texture& tint, std::span<const std::uint64_t> places,
               gpu::DrawCall& call, gpu::Defines& defines) {
  const KeyGroups* groups = colouring_groups(session);
  if (groups == nullptr) return;
  const auto width =
      static_cast<std::uint32_t>(std::min<std::size_t>(places.size(), ui.device->info().max_texture_extent));
  const auto rows = static_cast<std::uint32_t>((places.size() + width - 1) / width);
  std::vector<std::array<std::uint8_t, 4>> texels(std::size_t{width} * rows);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::uint32_t group = groups->of_key[places[i]];
    const Pattern pattern = group == KeyGroups::none ? Pattern::plain : group_pattern(group);
    texels[i] = texel(group_colour(session.look, *groups, group), pattern);
  }
  fit_picture(tint, {width, rows}, gpu::TexelFormat::rgba8, "tint");
  tint.write({0, 0, width, rows}, std::as_bytes(std::span(texels)));
  defines["TINTED"] = "1";
  call.uniforms.push_back({"pattern_spacing", ui.px(6)});
  call.textures.push_back({"tint", &tint});
}

}  // namespace texelsort::app
