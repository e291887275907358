#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/gui/window/ui.h"
#include "app/session/session.h"
#include "compute/algorithms/core/view.h"

namespace texelsort::app {

/// Positions of the texels on the screen.
struct TextureGrid {
  std::uint32_t width = 1;
  std::uint64_t rows = 1, count = 0;
  float cell = 1;  ///< size of a texel in pixels
  ImVec2 origin;   ///< upper left corner of texel (0, 0)
  Box body;

  std::optional<std::uint64_t> index_at(ImVec2 point) const {
    if (!body.contains(point)) return std::nullopt;
    const float x = std::floor((point.x - origin.x) / cell), y = std::floor((point.y - origin.y) / cell);
    if (x < 0 || y < 0 || x >= static_cast<float>(width) || y >= static_cast<float>(rows)) return std::nullopt;
    const std::uint64_t index = static_cast<std::uint64_t>(y) * width + static_cast<std::uint64_t>(x);
    return index < count ? std::optional(index) : std::nullopt;
  }
  Box cell_box(std::uint64_t index) const {
    const std::uint64_t column = index % width, row = index / width;
    const float x = origin.x + cell * static_cast<float>(column), y = origin.y + cell * static_cast<float>(row);
    return {{x, y}, {x + cell, y + cell}};
  }
};

/// The quads of the present pass that are outlined.
struct QuadSelection {
  std::vector<algorithms::Quad> quads;
  bool too_fine = false;  ///< true if only the quads at selected texels are outlined, because all would be too small
};

/// Returns the quads of the present pass to outline. If the view's texels are too small to distinguish all quads,
/// returns only those that contain selected texels.
QuadSelection choose_quads(const Ui& ui, const Session& session, const algorithms::View& view, const Box& box);

/// Draws everything that lies above the texels: values, quads, marks of roles and thresholds, the path, and the
/// selected pairs.
void draw_texture_overlay(const Ui& ui, Session& session, const TextureGrid& grid, const QuadSelection& quads);

}  // namespace texelsort::app
