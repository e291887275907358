#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <vector>

#include "compute/algorithms/trace.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/objects.h"
#include "compute/network/network.h"

namespace texelsort::algorithms {

/// Equal rectangles of texels at equal distances, all with the same computation: one instanced draw.
/// The partner of texel t in rectangle k is sign * t + shift + k * partner_stride, where t counts from a texel's
/// corner.
struct QuadGroup {
  Role role = Role::minimum;
  std::uint32_t count = 0;
  gpu::Rect first;
  glm::ivec2 stride{0, 0};
  glm::ivec2 partner_sign{1, 1};
  glm::ivec2 partner_shift{0, 0};
  glm::ivec2 partner_stride{0, 0};
};

/// Row- and column-aligned MIN and MAX quads that together cover every texel once (texels without a partner are kept).
/// For patterns that halve power-of-two blocks, as in bitonic merge sort; nothing for others. `extent.width` is a power
/// of two.
std::optional<std::vector<QuadGroup>> group_quads(const network::Pattern& pattern, gpu::Extent extent);

/// The same for a step that is one such pattern.
std::optional<std::vector<QuadGroup>> group_quads(const network::Step& step, gpu::Extent extent);

/// Makes a call draw the group's rectangles, an instance each: geometry and uniforms of
/// shaders/networks/grouped_quads.vert.
void set_quads(gpu::DrawCall& call, const QuadGroup& group);

/// The rectangles of the groups, one by one.
std::vector<Quad> rectangles(const std::vector<QuadGroup>& groups);

}  // namespace texelsort::algorithms
