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

/// Screen positions of the texels in the texture view.
struct TextureGrid {
  std::uint32_t width = 1;
  std::uint64_t rows = 1, count = 0;
  float cell = 1;  ///< width and height of a texel on the screen in pixels
  ImVec2 origin;   ///< screen position of the upper left corner of texel (0, 0)
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

/// Greatest distance of a travelling texel from the straight line between its places, in cells.
inline constexpr float texel_bow = 0.45f;

/// Quads of the present pass that the texture view draws as outlines.
struct QuadSelection {
  std::vector<algorithms::Quad> quads;
  /// True if quads are too small to outline all of them, so that only those with selected texels are outlined.
  bool too_fine = false;
};

/// Returns the quads of the present pass that the texture view outlines. If not all of them would be distinguishable,
/// returns only quads with selected texels.
QuadSelection choose_quads(const Ui& ui, const Session& session, const algorithms::View& view, const Box& box);

/// Kind of marks that show which texels get the smaller keys of their pairs, and which get the larger ones.
enum class RoleMarks : std::uint8_t { none, quads, triangles };

/// Returns the marks that draw_texture_overlay() draws.
RoleMarks role_marks(const Ui& ui, const Session& session, const TextureGrid& grid, const QuadSelection& quads);

/// Explains the marks. The legend ends at `right`, where `right.y` is its middle. Returns its width, also if `right` is
/// unset, and the legend is then not drawn.
float draw_role_legend(const Ui& ui, RoleMarks marks, std::optional<ImVec2> right);

/// Draws everything on top of the texels: values, quads, marks of minimum and maximum, marks of a threshold, the pinned
/// key's path, and selected pairs.
void draw_texture_overlay(const Ui& ui, Session& session, const TextureGrid& grid, const QuadSelection& quads);

}  // namespace texelsort::app
