#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <span>
#include <vector>

#include "compute/algorithms/core/trace.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/objects.h"
#include "compute/network/network.h"

namespace texelsort::algorithms {

/// Equal intervals of texels along an axis.
///
/// `run` intervals are `stride` apart, and runs are `run_stride` apart. Where blocks change direction by the parity of
/// several bits, runs stand at the terms of a Thue-Morse sequence instead: run j at j' * run_stride, where j' is the
/// j-th number with an even count of ones (0, 3, 5, 6, 9, ...), or with an odd one, counted from the first (0, 1, 3, 6,
/// 7, ... for 1, 2, 4, 7, 8, ...).
///
/// The partner of texel t in an interval is sign * t + shift + (1 - sign) * offset of the interval from the first,
/// where t counts from a texel's corner.
struct Axis {
  int start = 0;  ///< of the first
  int size = 1;
  int count = 1;
  int run = 1;
  int stride = 0;
  int run_stride = 0;
  int thue_morse = 0;  ///< 0: runs at equal distances; 1: at even counts of ones; -1: at odd ones
  int partner_sign = 1;
  int partner_shift = 0;

  void set_partner(int sign, int shift) {
    partner_sign = sign;
    partner_shift = shift;
  }
  /// From the first interval to another.
  int offset(int index) const;
};

/// Equal rectangles of texels in rows and columns, all with the same computation: one instanced draw.
struct QuadGroup {
  Role role = Role::minimum;
  Axis x, y;

  std::uint32_t quads() const { return static_cast<std::uint32_t>(x.count * y.count); }
  std::uint64_t texels() const { return std::uint64_t{quads()} * static_cast<std::uint64_t>(x.size * y.size); }
};

/// One quad over the first rows of a texture.
inline QuadGroup whole_rows(Role role, std::uint32_t width, std::uint32_t rows) {
  return {role, {.size = static_cast<int>(width)}, {.size = static_cast<int>(rows)}};
}

/// From the first rectangle of a group to rectangle k: the counterpart of shaders/networks/grouped_quads.vert.
glm::ivec2 offset(const QuadGroup& group, std::uint32_t k);

/// Whether rectangles stand side by side that are fewer texels across than this.
bool narrower(std::span<const QuadGroup> groups, std::uint64_t texels);

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
std::vector<Quad> rectangles(std::span<const QuadGroup> groups);

}  // namespace texelsort::algorithms
