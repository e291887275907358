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
/// `run` intervals are `stride` apart, and runs are `run_stride` apart. If blocks change direction by the parity of
/// several bits, runs are instead at the terms of a Thue-Morse sequence: run j at j' * run_stride. Here j' is the j-th
/// number with an even count of ones (0, 3, 5, 6, 9, ...), or with an odd one, counted from the first (0, 1, 3, 6, 7,
/// ... for 1, 2, 4, 7, 8, ...).
///
/// The partner of texel t in an interval is sign * t + shift + (1 - sign) * d, where d is the offset of the interval
/// from the first one, and t is counted from a texel's corner.
struct Axis {
  int start = 0;  ///< first texel of the first interval
  int size = 1;
  int count = 1;
  int run = 1;
  int stride = 0;
  int run_stride = 0;
  int thue_morse = 0;  ///< 0: runs are equally spaced; 1: runs at even counts of ones; -1: runs at odd counts
  int partner_sign = 1;
  int partner_shift = 0;

  void set_partner(int sign, int shift) {
    partner_sign = sign;
    partner_shift = shift;
  }
  /// Returns the offset of an interval from the first interval.
  int offset(int index) const;
};

/// Equal rectangles of texels in rows and columns. All have the same computation, and one instanced draw draws them.
struct QuadGroup {
  Role role = Role::minimum;
  Axis x, y;

  std::uint32_t quads() const { return static_cast<std::uint32_t>(x.count * y.count); }
  std::uint64_t texels() const { return std::uint64_t{quads()} * static_cast<std::uint64_t>(x.size * y.size); }
};

/// Returns a group of one quad over the first rows of a texture.
inline QuadGroup whole_rows(Role role, std::uint32_t width, std::uint32_t rows) {
  return {role, {.size = static_cast<int>(width)}, {.size = static_cast<int>(rows)}};
}

/// Returns the offset of rectangle k from the first rectangle of a group. shaders/networks/grouped_quads.vert computes
/// the same.
glm::ivec2 offset(const QuadGroup& group, std::uint32_t k);

/// Returns whether some adjacent rectangles are narrower than `texels` texels.
bool narrower(std::span<const QuadGroup> groups, std::uint64_t texels);

/// Returns row- and column-aligned MIN and MAX quads that together cover every texel of the rows from `first_row` on
/// once. Texels without a partner are kept. The `n` places are in a texture of `extent`, whose width is a power of two,
/// with less than a row left over. Comparators that reach into the left-over texels are drawn only if none of the
/// pattern is reversed, because keys that sort last stay there anyway. No comparator may cross first_row.
///
/// For patterns whose blocks repeat within rows or consist of whole rows, as in all generated networks. Null for
/// others.
std::optional<std::vector<QuadGroup>> group_quads(const network::Pattern& pattern, gpu::Extent extent, std::uint64_t n,
                                                  std::uint32_t first_row = 0);

/// Returns the quads for a step that consists of one such pattern. Null for other steps.
std::optional<std::vector<QuadGroup>> group_quads(const network::Step& step, gpu::Extent extent, std::uint64_t n);

/// Makes a draw call draw the group's rectangles, one instance each. It sets the geometry and the uniforms of
/// shaders/networks/grouped_quads.vert.
void set_quads(gpu::DrawCall& call, const QuadGroup& group);

/// Returns the rectangles of all groups.
std::vector<Quad> rectangles(std::span<const QuadGroup> groups);

}  // namespace texelsort::algorithms
