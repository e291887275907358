#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/panels/widgets.h"
#include "app/session.h"
#include "app/window/ui.h"

/// What the texture view draws over its texels.
namespace texelsort::app {

/// Where the texels are on the screen.
struct TextureGrid {
  std::uint32_t width = 1;
  std::uint64_t rows = 1, count = 0;
  float cell = 1;  ///< pixels a texel
  ImVec2 origin;   ///< corner of texel (0, 0)
  Box body;

  std::optional<std::uint64_t> index_at(ImVec2 point) const;
  Box cell_box(std::uint64_t index) const;
};

/// The quads of the present pass that are to be outlined.
struct QuadSelection {
  std::vector<algorithms::Quad> quads;
  bool too_fine = false;  ///< all of them could not be told apart: only those around the selected texels are here
};

QuadSelection choose_quads(const Ui& ui, const Session& session, const algorithms::View& view, const Box& box);

void draw_texture_overlay(const Ui& ui, const Session& session, const TextureGrid& grid, const QuadSelection& quads);

}  // namespace texelsort::app
