#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/objects.h"
#include "compute/network/network.h"

namespace texelsort::algorithms {

/// Equal rectangles of texels in rows and columns, all with the same computation: one instanced draw.
///
/// Along each axis `run` rectangles are `stride` apart, and runs are `run_stride` apart. Where blocks change direction
/// by the parity of several bits, runs stand at the terms of a Thue-Morse sequence instead: run j at j' * run_stride,
/// where j' is the j-th number with an even count of ones (0, 3, 5, 6, 9, ...), or with an odd one, counted from the
/// first (0, 1, 3, 6, 7, ... for 1, 2, 4, 7, 8, ...).
///
/// The partner of texel t in a rectangle is sign * t + shift + (1 - sign) * offset of the rectangle from the first,
/// where t counts from a texel's corner.
struct QuadGroup {
  Role role = Role::minimum;
  gpu::Rect first;
  glm::ivec2 count{1, 1};
  glm::ivec2 run{1, 1};
  glm::ivec2 stride{0, 0};
  glm::ivec2 run_stride{0, 0};
  glm::ivec2 thue_morse{0, 0};  ///< 0: runs at equal distances; 1: at even counts of ones; -1: at odd ones
  glm::ivec2 partner_sign{1, 1};
  glm::ivec2 partner_shift{0, 0};

  std::uint32_t quads() const { return static_cast<std::uint32_t>(count.x * count.y); }
  std::uint64_t texels() const { return std::uint64_t{quads()} * first.width * first.height; }
};

/// From the first rectangle of a group to rectangle k: the counterpart of shaders/networks/grouped_quads.vert.
glm::ivec2 offset(const QuadGroup& group, std::uint32_t k);

/// Whether rectangles stand side by side that are fewer texels across than this.
bool narrower(const std::vector<QuadGroup>& groups, std::uint64_t texels);

/// Row- and column-aligned MIN and MAX quads that together cover every texel of the rows from `first_row` on once;
/// those without a partner are kept. `n` places are in a texture of `extent`, of a power of two in width; less than a
/// row is left over. Comparators that reach into what is left over are drawn only if none of the pattern is reversed:
/// keys that sort last stay there of themselves. No comparator may reach across first_row.
///
/// For patterns whose blocks repeat within rows or are of whole rows: those of all generated networks; nothing for
/// others.
std::optional<std::vector<QuadGroup>> group_quads(const network::Pattern& pattern, gpu::Extent extent, std::uint64_t n,
                                                  std::uint32_t first_row = 0);

/// The same for a step that is one such pattern.
std::optional<std::vector<QuadGroup>> group_quads(const network::Step& step, gpu::Extent extent, std::uint64_t n);

/// Makes a call draw the group's rectangles, an instance each: geometry and uniforms of
/// shaders/networks/grouped_quads.vert.
void set_quads(gpu::DrawCall& call, const QuadGroup& group);

/// The rectangles of the groups, one by one.
std::vector<Quad> rectangles(const std::vector<QuadGroup>& groups);

}  // namespace texelsort::algorithms
