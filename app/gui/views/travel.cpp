#include "app/gui/views/travel.h"

#include <algorithm>
#include <vector>

namespace texelsort::app {

const Motion* shown_motion(const Session& session, const algorithms::View& view) {
  const Motion* motion = session.motion();
  return motion != nullptr && motion->moves.from.size() == view.count ? motion : nullptr;
}

void bind_moves(Ui& ui, const Motion& motion, gpu::DrawCall& call) {
  const std::pair wanted{&motion, motion.number};
  if (std::exchange(ui.moves_of, wanted) != wanted) {
    std::vector<std::uint32_t> words(motion.moves.to.begin(), motion.moves.to.end());
    for (std::uint32_t place = 0; place < motion.moves.to.size(); ++place) {
      if (motion.moves.to[place] != place) words.push_back(place);
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
  const std::array<gpu::Uniform, 6> uniforms{
      {{"places", static_cast<std::uint32_t>(motion.moves.to.size())},
       {"row_places", places.row},
       {"place_corner", places.corner},
       {"place_size", places.size},
       {"target_size", glm::vec2(static_cast<float>(extent.width), static_cast<float>(extent.height))},
       {"eased", motion.eased()}}};
  resting.uniforms.insert(resting.uniforms.end(), uniforms.begin(), uniforms.end());
  ui.device->executor().draw(resting);
}

}  // namespace texelsort::app
