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
/// A run has `run` intervals, `stride` apart. Runs are `run_stride` apart. If blocks change direction by the parity of
/// several bits, run j is instead at j' * run_stride, by a Thue-Morse sequence. Here j' is the j-th number with an even
/// count of ones (0, 3, 5, 6, 9, ...). For numbers with an odd count (1, 2, 4, 7, 8, ...), j' is the distance from the
/// first number (0, 1, 3, 6, 7, ...).
///
/// The partner of texel t in an interval is sign * t + shift + (1 - sign) * d. Here d is the offset of the interval
/// from the first interval. t is the coordinate of a texel's lower corner.
struct Axis {
  int start = 0;  ///< first texel of the first interval
  int size = 1;
  int count = 1;
  int run = 1;
  int stride = 0;
  int run_stride = 0;
  /// Spacing of the runs. 0: equally spaced. 1: at numbers with an even count of ones. -1: at numbers with an odd
  /// count.
  int thue_morse = 0;
  int partner_sign = 1;
  int partner_shift = 0;

  void set_partner(int sign, int shift) {
    partner_sign = sign;
    partner_shift = shift;
  }
  /// Returns the distance in texels from the first interval to an interval.
  int offset(int index) const;
};

/// Equal rectangles of texels, arranged in rows and columns. All rectangles have the same role, and one instanced draw
/// draws them.
struct QuadGroup {
  Role role = Role::minimum;
  Axis x, y;

  std::uint32_t quads() const { return static_cast<std::uint32_t>(x.count * y.count); }
  std::uint64_t texels() const { return std::uint64_t{quads()} * static_cast<std::uint64_t>(x.size * y.size); }
};

/// Returns a group with a single quad that covers the first `rows` rows.
inline QuadGroup whole_rows(Role role, std::uint32_t width, std::uint32_t rows) {
  return {role, {.size = static_cast<int>(width)}, {.size = static_cast<int>(rows)}};
}

/// Returns the offset of rectangle k from the first rectangle of a group. shaders/networks/grouped_quads.vert computes
/// the same offset.
glm::ivec2 offset(const QuadGroup& group, std::uint32_t k);

/// Returns whether the groups contain adjacent rectangles that are narrower than `texels` texels.
bool narrower(std::span<const QuadGroup> groups, std::uint64_t texels);

/// Returns row- and column-aligned MIN and MAX quads that together cover every texel of the rows from `first_row` on
/// once. Texels without a partner are kept. The `n` places are in a texture of `extent`, whose width is a power of two
/// and which has less than one unused row.
///
/// Comparators that reach into unused texels are drawn only if the pattern has no reversed comparator. Unused texels
/// have keys that sort last and stay there anyway. No comparator may cross `first_row`.
///
/// Supports patterns whose blocks repeat within rows or consist of whole rows, as in all generated networks. Returns
/// null for other patterns.
std::optional<std::vector<QuadGroup>> group_quads(const network::Pattern& pattern, gpu::Extent extent, std::uint64_t n,
                                                  std::uint32_t first_row = 0);

/// Returns the quads of a network step. Returns null if quads cannot draw the step, for example because it has several
/// patterns.
std::optional<std::vector<QuadGroup>> group_quads(const network::Step& step, gpu::Extent extent, std::uint64_t n);

/// Sets up a draw call that draws each rectangle of the group as one instance. Sets the geometry and the uniforms of
/// shaders/networks/grouped_quads.vert.
void set_quads(gpu::DrawCall& call, const QuadGroup& group);

/// Returns the rectangles of all groups.
std::vector<Quad> rectangles(std::span<const QuadGroup> groups);

}  // namespace texelsort::algorithms
