#include "app/gui/views/travel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/export/colours.h"

namespace texelsort::app {

namespace {

/// Greatest number of keys that are drawn in the order of their values. More keys are too small to hide each other.
constexpr std::size_t most_ordered = 4096;

}  // namespace

const Motion* shown_motion(const Session& session, const algorithms::View& view) {
  const Motion* motion = session.motion();
  return motion != nullptr && motion->moves.from.size() == view.count ? motion : nullptr;
}

ImVec2 on_the_way(const Motion& motion, ImVec2 old, ImVec2 present, float bow) {
  const float dx = present.x - old.x, dy = present.y - old.y, eased = motion.eased();
  const float aside = bow * 4 * eased * (1 - eased) / std::max(std::sqrt(dx * dx + dy * dy), 1.0f);
  return {old.x + dx * eased - dy * aside, old.y + dy * eased + dx * aside};
}

void bind_moves(Ui& ui, const Session& session, const Motion& motion, gpu::DrawCall& call) {
  const std::pair wanted{&motion, motion.number};
  if (std::exchange(ui.moves_of, wanted) != wanted) {
    std::vector<std::uint32_t> words(motion.moves.to.begin(), motion.moves.to.end());
    for (std::uint32_t place = 0; place < motion.moves.to.size(); ++place) {
      if (motion.moves.to[place] != place) words.push_back(place);
    }
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(motion.moves.to.size());
    if (motion.moves.to.size() <= most_ordered) {
      // Draw keys with low values last, because their bars would disappear behind high ones.
      const data::Keys& keys = session.player().state()->keys;
      const ValueRange& scale = value_range(session.player());
      std::stable_sort(first, words.end(), [&](std::uint32_t a, std::uint32_t b) {
        return scale.unit(keys, motion.moves.to[a]) > scale.unit(keys, motion.moves.to[b]);
      });
    }
    ui.moving_keys = static_cast<std::uint32_t>(words.size() - motion.moves.to.size());
    constexpr std::uint32_t width = 1024;
    const auto rows = static_cast<std::uint32_t>((words.size() + width - 1) / width);
    words.resize(std::size_t{width} * rows);
    fit_picture(ui.moves, {width, rows}, gpu::TexelFormat::r32ui, "moves of keys");
    ui.moves.write({0, 0, width, rows}, std::as_bytes(std::span(words)));
  }
  call.textures.push_back({"moves", &ui.moves});
}

void draw_travelling(Ui& ui, const Motion& motion, const TravelPlaces& places, gpu::DrawCall resting,
                     gpu::Defines defines, const char* fragment) {
  if (ui.moving_keys == 0) return;
  defines.erase("RESTING");
  defines["TRAVELLING"] = "1";
  const gpu::Extent extent = resting.targets.front()->extent();
  resting.program = &ui.device->draw_program("display/travel.vert", fragment, defines);
  resting.vertices = 6 * ui.moving_keys;
  const std::array<gpu::Uniform, 7> uniforms{
      {{"places", static_cast<std::uint32_t>(motion.moves.to.size())},
       {"row_places", places.row},
       {"place_corner", places.corner},
       {"place_size", places.size},
       {"target_size", glm::vec2(static_cast<float>(extent.width), static_cast<float>(extent.height))},
       {"eased", motion.eased()},
       {"bow", places.bow}}};
  resting.uniforms.insert(resting.uniforms.end(), uniforms.begin(), uniforms.end());
  ui.device->executor().draw(resting);
}

}  // namespace texelsort::app
